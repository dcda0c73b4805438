// A peer on Apache's library for Node: recode SCHEMA GIVEN WRITTEN, serve SCHEMA, call SCHEMA GIVEN PORT.
import { readFileSync, writeFileSync } from 'node:fs';
import { call } from './client.mjs';
import { Codec } from './codec.mjs';
import { serve } from './server.mjs';

const [command, schemaPath, ...more] = process.argv.slice(2);
const schema = JSON.parse(readFileSync(schemaPath, 'utf8'));
const codec = new Codec(schema);

/** Objects of a file: protocol, struct, bytes. */
function cases(path) {
  return readFileSync(path, 'ascii')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([protocol, struct, data]) => [protocol, struct, Buffer.from(data, 'hex')]);
}

if (command === 'recode') {
  const lines = cases(more[0]).map(([protocol, struct, data]) => {
    const again = codec.encode(protocol, struct, codec.decode(protocol, struct, data));
    return `${protocol} ${struct} ${again.toString('hex')}\n`;
  });
  writeFileSync(more[1], lines.join(''));
} else if (command === 'serve') {
  await serve(codec, schema.functions);
} else {
  await call(codec, schema.functions, cases(more[0]), Number(more[1]));
}
