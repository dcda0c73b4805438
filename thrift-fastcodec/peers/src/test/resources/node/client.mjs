// Calls functions, and prints what came of it, a line a step.
import assert from 'node:assert/strict';
import net from 'node:net';
import thrift from 'thrift';
import { wireOver } from './codec.mjs';
import { BUSY_SECONDS } from './server.mjs';

const { MessageType, TApplicationException, TApplicationExceptionType } = thrift.Thrift;

/** One connection; each call waits for its answer. */
class Client {
  sequence = 0;

  constructor(codec, functions, protocol, port) {
    Object.assign(this, { codec, functions, protocol });
    this.socket = net.connect(port, '127.0.0.1');
    this.socket.on('data', thrift.TFramedTransport.receiver((frame) => this.waiting.resolve(frame)));
    this.socket.on('error', (error) => this.waiting?.reject(error));
    this.socket.on('close', () => this.waiting?.reject(new Error('connection closed')));
  }

  async call(name, values, service = undefined) {
    const { arguments: fields, result } = this.functions[name] ?? { arguments: [], result: [] };
    const transport = new thrift.TFramedTransport(undefined, (bytes) => this.socket.write(bytes));
    const out = wireOver(this.protocol, transport);
    const wireName = service === undefined ? name : `${service}:${name}`;
    this.sequence++;
    out.writeMessageBegin(wireName, result === null ? MessageType.ONEWAY : MessageType.CALL, this.sequence);
    this.codec.writeStruct(out, fields, values);
    out.writeMessageEnd();
    const answered = new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
    transport.flush();
    return result === null ? undefined : this.read(name, result, await answered);
  }

  read(name, fields, frame) {
    const source = wireOver(this.protocol, frame);
    const { fname, mtype, rseqid } = source.readMessageBegin();
    if (mtype === MessageType.EXCEPTION) {
      const failure = new TApplicationException();
      failure.read(source);
      throw failure;
    }
    assert.deepEqual([fname, mtype, rseqid], [name, MessageType.REPLY, this.sequence]);
    return this.codec.readStruct(source, fields);
  }

  async close() {
    this.waiting = undefined;
    this.socket.end();
  }
}

async function echoes(client, codec, protocol, cases) {
  const functions = { Everything: 'echo', Identified: 'identify' };
  for (const [used, struct, data] of cases) {
    if (used === protocol && struct in functions) {
      const { success } = await client.call(functions[struct], { value: codec.decode(protocol, struct, data) });
      assert.equal(codec.encode(protocol, struct, success).toString('hex'), data.toString('hex'));
    }
  }
  assert.deepEqual(await client.call('blank', { value: {} }), { success: {} });
}

async function total(client) {
  const numbers = [1n << 52n, -3n, 4n].map(thrift.fromBigInt);
  const { success } = await client.call('total', { numbers, named: [['a', 7], ['b', -(2 ** 31)]] });
  assert.equal(thrift.toBigInt(success), (1n << 52n) + 8n - (1n << 31n));
}

async function refusals(client) {
  assert.deepEqual(await client.call('refuse', { message: 'käse', code: -77 }), {
    failed: { message: 'käse', code: -77, reasons: ['asked to'] },
  });
  assert.deepEqual(await client.call('refuse', { message: 'later', code: 0 }), { busy: { seconds: BUSY_SECONDS } });
}

async function note(client, protocol) {
  const text = `psst, ${protocol}`;
  await client.call('note', { text });
  const { success } = await client.call('notes', {});
  assert.ok(success.includes(text), `not among the notes: ${success}`);
}

async function unknown(client) {
  await assert.rejects(
    client.call('strange', {}),
    (failure) => failure.type === TApplicationExceptionType.UNKNOWN_METHOD,
  );
}

async function step(name, run) {
  try {
    await run();
    console.log(`ok ${name}`);
  } catch (error) {
    console.log(`not ok ${name}: ${String(error.message).replace(/\s+/g, ' ').slice(0, 2000)}`);
  }
}

export async function call(codec, functions, cases, port) {
  for (const protocol of ['binary', 'compact']) {
    const client = new Client(codec, functions, protocol, port);
    await step(`${protocol} gets objects back`, () => echoes(client, codec, protocol, cases));
    await step(`${protocol} gets a sum`, () => total(client));
    await step(`${protocol} gets declared exceptions`, () => refusals(client));
    await step(`${protocol} gets nothing`, async () => assert.deepEqual(await client.call('nothing', {}), {}));
    await step(`${protocol} sends a note`, () => note(client, protocol));
    await step(`${protocol} hears of an unknown method`, () => unknown(client));
    await step(`${protocol} calls a service by its name`, async () =>
      assert.deepEqual(await client.call('name', {}, 'Peers'), { success: 'millrace' }));
    await client.close();
  }
  console.log('done');
}
