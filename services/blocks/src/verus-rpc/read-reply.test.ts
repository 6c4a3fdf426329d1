import { parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { MalformedResponseError } from './errors.ts';
import { readOutcome } from './read-reply.ts';

const read = (code: string) =>
  readOutcome('http://node', { method: 'sendrawtransaction', params: [] }, parseLossless(`{"error":{"code":${code}}}`));

test.each(['-26', '2147483647', '-2147483648'])('a code of %s is the code of the error', (code) => {
  expect(read(code)).toMatchObject({ error: { code: Number(code) } });
});

test.each(['2147483648', '-2147483649', '1.5', '1e400', '4294967295'])(
  'a code of %s is no answer of a node',
  (code) => {
    expect(read(code)).toMatchObject({ error: expect.any(MalformedResponseError) });
  },
);
