import { Environment } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { sequence } from './execution/random.ts';
import { GatewayStand, LIVE_CHAIN, TEST_CHAIN, tip } from './gateway-stand.ts';
import { moveTip } from './move-tip.ts';

const STEPS = 600;
const QUERY = 'query ($height: BigInt) { block(height: $height) { hash } }';

// Small enough to push answers out all the time.
const cache = new ResponseCache({ bytesMax: 20_000 });
const stand = new GatewayStand({ cache });
const next = sequence('blocks and reorganisations arrive');
const upTo = (count: number): number => Math.floor(next() * count);

beforeAll(async () => {
  await stand.start();
  stand.subgraphs.blocks.intercept = ({ headers, variables }, response) => {
    const hash = `${headers['x-ledgergraph-pins']} ${JSON.stringify(variables)}`;
    const answer = (): void => void response.end(JSON.stringify({ data: { block: { hash } } }));
    if (next() < 0.5) answer();
    else setImmediate(() => setImmediate(answer));
    return true;
  };
});
afterAll(() => stand.stop());

/** Heights fall when a branch is left. */
const chains = [
  { chainId: TEST_CHAIN, environment: Environment.TESTNET, height: 100, fork: 0 },
  { chainId: LIVE_CHAIN, environment: Environment.MAINNET, height: 200, fork: 0 },
];

async function move(): Promise<void> {
  const chain = chains[upTo(2)];
  if (chain === undefined) return;
  const isReorganisation = next() < 0.3;
  chain.height += isReorganisation ? -upTo(3) : 1;
  if (isReorganisation) chain.fork = upTo(3);
  const { height, ...rest } = chain;
  await moveTip(stand, tip(height, { ...rest, finalizedHeight: height - 50 }));
}

const pinsNow = (environment: 'MAINNET' | 'TESTNET'): string => nameOf(stand.follower.pins(environment));
const nameOf = (pins: readonly { chainId: string; height: number; hash: string }[]): string =>
  pins.map(({ chainId, height, hash }) => `${chainId}:${height}:${hash}`).join(',');

/** @throws Error on an answer that does not follow from its blocks, or whose blocks were never the latest while it was made */
async function ask(seen: Set<string>[]): Promise<void> {
  const environment = next() < 0.5 ? 'MAINNET' : 'TESTNET';
  const height = upTo(4);
  const during = new Set([pinsNow(environment)]);
  seen.push(during);
  const key = environment === 'MAINNET' ? stand.liveKey : stand.testKey;
  const { body } = await stand.query(QUERY, { height }, { authorization: `Bearer ${key}` });
  const at = nameOf(body.extensions?.chain ?? []);
  expect(during).toContain(at);
  expect(body.data).toEqual({ block: { hash: `${at} ${JSON.stringify({ height })}` } });
}

test('no answer is stale or of another environment, whatever blocks and reorganisations arrive meanwhile', async () => {
  const under = new Set<Promise<void>>();
  const seen: Set<string>[] = [];
  const moves: Promise<void>[] = [];
  const stop = stand.follower.onMoved(() => {
    for (const during of seen)
      for (const environment of ['MAINNET', 'TESTNET'] as const) during.add(pinsNow(environment));
  });
  for (let step = 0; step < STEPS; step++) {
    if (next() < 0.15) {
      moves.push(move());
    }
    const asked = ask(seen).finally(() => under.delete(asked));
    under.add(asked);
    if (under.size >= 12) await Promise.race(under);
  }
  await Promise.all([...under, ...moves]);
  stop();
  const { hits, shared, misses, bytes } = cache.counts();
  expect(Math.min(hits, shared)).toBeGreaterThan(20);
  expect(misses).toBeGreaterThan(100);
  expect(bytes).toBeGreaterThan(10_000);
});
