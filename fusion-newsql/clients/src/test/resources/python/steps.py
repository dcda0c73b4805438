"""Steps of a script that a test reads: one line each, "ok NAME" or "not ok NAME: why", and "done" at the end."""

def step(function):
    """Runs the function now, and says how it went."""
    name = function.__name__.replace("_", " ")
    try:
        function()
        print("ok " + name, flush=True)
    except Exception as failure:
        why = " ".join(f"{type(failure).__name__}: {failure}".split())
        print(f"not ok {name}: {why}", flush=True)
    return function


def equal(given, expected):
    if given != expected:
        raise AssertionError(f"given {given!r}, expected {expected!r}")


def done():
    print("done", flush=True)
