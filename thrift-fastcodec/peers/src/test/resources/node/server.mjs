// Answers calls: a port a protocol, which are printed.
import net from 'node:net';
import thrift from 'thrift';
import { wireOver } from './codec.mjs';

const { MessageType, TApplicationException, TApplicationExceptionType, Type } = thrift.Thrift;

export const BUSY_SECONDS = 42;

class Answers {
  kept = [];

  name() {
    return { success: 'node' };
  }

  echo({ value }) {
    return { success: value };
  }

  identify({ value }) {
    return { success: value };
  }

  blank({ value }) {
    return { success: value };
  }

  total({ numbers, named }) {
    const total = numbers.reduce((sum, number) => sum + thrift.toBigInt(number), 0n);
    return { success: thrift.fromBigInt(named.reduce((sum, [, number]) => sum + BigInt(number), total)) };
  }

  refuse({ message, code }) {
    return code === 0 ? { busy: { seconds: BUSY_SECONDS } } : { failed: { message, code, reasons: ['asked to'] } };
  }

  nothing() {
    return {};
  }

  note({ text }) {
    this.kept.push(text);
  }

  notes() {
    return { success: this.kept };
  }
}

function answer(codec, functions, answers, protocol, frame, send) {
  const source = wireOver(protocol, frame);
  const { fname, mtype, rseqid } = source.readMessageBegin();
  const plain = fname.startsWith('Peers:') ? fname.slice('Peers:'.length) : fname;
  const transport = new thrift.TFramedTransport(undefined, send);
  const out = wireOver(protocol, transport);
  const known = functions[plain];
  if (known === undefined) {
    source.skip(Type.STRUCT);
    const failure = new TApplicationException(TApplicationExceptionType.UNKNOWN_METHOD, `unknown method: ${fname}`);
    failure.code = failure.type; // what its write looks at
    out.writeMessageBegin(fname, MessageType.EXCEPTION, rseqid);
    failure.write(out);
  } else {
    const result = answers[plain](codec.readStruct(source, known.arguments));
    if (mtype === MessageType.ONEWAY) {
      return;
    }
    out.writeMessageBegin(plain, MessageType.REPLY, rseqid);
    codec.writeStruct(out, known.result, result);
  }
  out.writeMessageEnd();
  transport.flush();
}

export async function serve(codec, functions) {
  const answers = new Answers();
  const ports = [];
  for (const protocol of ['binary', 'compact']) {
    const server = net.createServer((socket) => {
      const send = (bytes) => socket.write(bytes);
      socket.on('error', () => socket.destroy());
      socket.on('data', thrift.TFramedTransport.receiver((frame) => answer(codec, functions, answers, protocol, frame, send)));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    ports.push(server.address().port);
  }
  console.log(`ports ${ports.join(' ')}`);
}
