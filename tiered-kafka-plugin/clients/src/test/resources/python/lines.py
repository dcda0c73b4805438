"""A record as a line: offset timestamp keyLength valueLength [key] [value] [name=header]."""


def line(offset, timestamp, key, value, headers):
    named = ",".join(f"{name}={_text(header)}" for name, header in headers)
    return f"{offset} {timestamp} {_length(key)} {_length(value)} [{_text(key)}] [{_text(value)}] [{named}]"


def _text(data):
    return "" if data is None else data.decode("ascii")


def _length(data):
    return -1 if data is None else len(data)
