import { Random } from '@ledgergraph/chain-generator/random';
import { CREDENTIALS, startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { isJsonObject, type JsonValue, LosslessNumber, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { RecordedCall } from './allowed-differences.ts';
import { compareAnswers } from './compare-answers.ts';
import { RpcClient } from './rpc-client.ts';

/** Three reorganisations lie between them. */
const [FROM, TO] = [405, 450];
const STEPS = 9;
const CALLS = 60;
const SEED = 4_747;

const ONLY = process.env.NODE_RPC_METHODS?.split(',');

let stack: TestStack;

beforeAll(async () => {
  stack = await startTestStack({ recordings: ['vrsctest-a'], from: FROM });
});
afterAll(() => stack?.stop());

/** The same question, put to the node itself. */
async function askNode(method: string, params: JsonValue[]): Promise<RecordedCall> {
  const { user, password } = CREDENTIALS;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const texts = params.map((param) => (param instanceof LosslessNumber ? param.value : JSON.stringify(param)));
  const body = `{"id":1,"method":"${method}","params":[${texts.join()}]}`;
  const response = await fetch(stack.node('vrsctest-a').url, { method: 'POST', headers: { authorization }, body });
  const answer = parseLossless(await response.text());
  if (!isJsonObject(answer)) throw new Error('the node gave no answer');
  return { method, params, result: answer.result ?? null, error: answer.error ?? null };
}

const whole = (value: number): LosslessNumber => new LosslessNumber(String(value));

type Draw = (random: Random, height: number, pick: { hash: string; txid: string }) => [string, JsonValue[]];

const DRAWS: readonly Draw[] = [
  () => ['getblockcount', []],
  () => ['getbestblockhash', []],
  (random, height) => ['getblockhash', [whole(random.integer(-1, height + 1))]],
  (_random, _height, { hash }) => ['getblock', [hash]],
  (random, _height, { hash }) => ['getblock', [hash, whole(random.integer(1, 2))]],
  (random, height) => ['getblock', [String(random.integer(0, height + 1)), whole(random.integer(1, 2))]],
  (random, height) => ['getblock', [whole(random.integer(0, height))]],
  (random, _height, { hash }) => ['getblock', [hash, random.integer(0, 1) === 1]],
  (_random, _height, { txid }) => ['getrawtransaction', [txid]],
  (random, _height, { txid }) => ['getrawtransaction', [txid, whole(random.integer(0, 1))]],
];

/** Blocks and transactions are drawn from all that were seen, so some have left the chain. */
async function drawCalls(random: Random, seen: { hashes: string[]; txids: string[] }): Promise<RecordedCall[]> {
  const { height } = stack.node('vrsctest-a').tip();
  const calls: RecordedCall[] = [];
  for (let index = 0; index < CALLS; index += 1) {
    const draw = random.pick(DRAWS);
    const [method, params] = draw(random, height, { hash: random.pick(seen.hashes), txid: random.pick(seen.txids) });
    if (ONLY === undefined || ONLY.includes(method)) calls.push(await askNode(method, params));
  }
  return calls;
}

async function lookAround(seen: { hashes: string[]; txids: string[] }): Promise<void> {
  const { hash } = stack.node('vrsctest-a').tip();
  let next: JsonValue = hash;
  for (let depth = 0; depth < 12 && typeof next === 'string'; depth += 1) {
    const { result }: RecordedCall = await askNode('getblock', [next, whole(1)]);
    if (!isJsonObject(result)) break;
    seen.hashes.push(String(result.hash));
    if (Array.isArray(result.tx)) seen.txids.push(...result.tx.map(String));
    next = result.previousblockhash ?? null;
  }
}

test('random calls agree with the node beside us at each tip, and later as of that tip', async () => {
  const { gatewayUrl, keys } = stack.address;
  const client = new RpcClient(gatewayUrl, 'VRSCTEST', keys.test);
  const random = new Random(SEED);
  const seen = { hashes: [] as string[], txids: [] as string[] };
  const asked: { height: number; hash: string; calls: RecordedCall[] }[] = [];
  for (let step = 0; step <= STEPS; step += 1) {
    const tip = await stack.node('vrsctest-a').advanceTo(FROM + Math.round((step * (TO - FROM)) / STEPS));
    await stack.waitForTip('test', tip);
    await lookAround(seen);
    const calls = await drawCalls(random, seen);
    asked.push({ ...tip, calls });
    expect((await compareAnswers(client, calls)).differences.slice(0, 3).join('\n')).toBe('');
  }
  const stays: typeof asked = [];
  for (const one of asked) {
    const { data } = await stack.query('test', 'query ($height: BigInt!) { block(height: $height) { hash } }', {
      height: one.height,
    });
    if (data.block.hash === one.hash) stays.push(one);
  }
  expect(stays.length).toBeGreaterThan(STEPS / 2);
  for (const { height, calls } of stays) {
    const compared = await compareAnswers(client, calls, { 'x-ledgergraph-height': String(height) });
    expect(compared.differences.slice(0, 3).join('\n')).toBe('');
  }
});
