import { type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { normalizeTransaction } from './normalize-transaction.ts';

const TXID = 'ab'.repeat(32);

function normalize(members: string) {
  return normalizeTransaction(
    parseLossless(`{"txid":"${TXID}","version":1,"locktime":0,${members}}`) as JsonObject,
    1,
    'iNative',
  );
}

function output(script: string) {
  return `"vin":[],"vout":[{"valueSat":9007199254740993,"n":0,"scriptPubKey":{"type":"cryptocondition",${script},"hex":"51"}}]`;
}

test('shielded parts: Sapling balance, minus what Sprout takes, plus what it gives', () => {
  const joinSplits = '"vjoinsplit":[{"vpub_oldZat":100,"vpub_newZat":30},{"vpub_oldZat":0,"vpub_newZat":7}]';
  expect(normalize(`"vin":[],"vout":[],"valueBalanceZat":-500,${joinSplits}`).shieldedValueBalance).toBe(-563n);
  expect(normalize('"vin":[],"vout":[]').shieldedValueBalance).toBe(0n);
});

test('an expiry height is there when the daemon prints one, zero included', () => {
  expect(normalize('"vin":[],"vout":[]').expiryHeight).toBeUndefined();
  expect(normalize('"vin":[],"vout":[],"expiryheight":0').expiryHeight).toBe(0);
});

test('an input whose value the node does not know has none', () => {
  const [known, unknown] = normalize(
    `"vout":[],"vin":[{"txid":"${TXID}","vout":3,"sequence":4294967295,"valueSat":0},{"txid":"${TXID}","vout":4,"sequence":0}]`,
  ).inputs;
  expect(known).toMatchObject({ vout: 3, sequence: 4_294_967_295, satoshis: 0n });
  expect(unknown?.satoshis).toBeUndefined();
});

test('an output has no data about its spender, neither from a block nor from the mempool, where the height is -1', () => {
  const plain = '"valueSat":5,"n":0,"scriptPubKey":{"type":"pubkeyhash","spendableoutput":true,"hex":"51"}';
  const spent = (height: number) => `"spentTxId":"${TXID}","spentIndex":0,"spentHeight":${height}`;
  const unspent = normalize(`"vin":[],"vout":[{${plain}}]`);
  expect(unspent.outputs).toHaveLength(1);
  for (const height of [-1, 7]) expect(normalize(`"vin":[],"vout":[{${plain},${spent(height)}}]`)).toEqual(unspent);
});

test('amounts beyond 2^53 keep their last digit', () => {
  expect(normalize(output('"spendableoutput":true')).outputs[0]?.satoshis).toBe(9_007_199_254_740_993n);
});

test('the payload keeps the number text of the node', () => {
  const payload = '{"version":1,"currencyvalues":{"iA":1.10000000},"big":9007199254740993}';
  const [made] = normalize(output(`"reserveoutput":${payload},"spendableoutput":1`)).outputs;
  expect(made).toMatchObject({ kind: 'reserveoutput', spendable: true, payloadJson: payload });
});

test.each([
  ['an undecodable member', '"reserveoutput":"invalid"', 'reserveoutput'],
  ['an empty member', '"identityrevoke":""', 'identityrevoke'],
  ['evidence', '"notaryevidence":{"version":1}', 'notaryevidence'],
  ['a tag beside the kind', '"vdxftag":"xTag","evalnone":"valid"', 'evalnone'],
])('%s has a kind and no payload', (_what, member, kind) => {
  const [made] = normalize(output(`${member},"spendableoutput":false`)).outputs;
  expect(made).toMatchObject({ kind, payloadJson: '', spendable: false });
});

test('addresses stand in order, each once', () => {
  const [made] = normalize(output('"spendableoutput":true,"addresses":["iB","iA","iB"]')).outputs;
  expect(made?.addresses).toEqual(['iB', 'iA']);
});

test.each([
  ['a malformed txid', `"vout":[],"vin":[{"txid":"xy","vout":0,"sequence":0}]`],
  ['a fraction for a position', `"vout":[],"vin":[{"txid":"${TXID}","vout":0.5,"sequence":0}]`],
  ['outputs that are no list', '"vin":[],"vout":{}'],
  ['an output without a script', '"vin":[],"vout":[{"valueSat":1,"n":0}]'],
])('%s stops the block', (_what, members) => {
  expect(() => normalize(members)).toThrow("of the node's answer is not");
});
