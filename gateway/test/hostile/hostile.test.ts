import { ResponseCache } from '#/response-cache/response-cache.ts';
import { type Answer, GatewayStand } from '../gateway-stand.ts';
import { CORPUS, type Hostile } from './corpus.ts';

/** Processor time of a request, on a machine as fast as ours by the yardstick. */
const BLOCKED_MS_MAX = 50;
const YARDSTICK_MS = 25;
const TRIES = 6;

const stand = new GatewayStand({ cache: new ResponseCache({ bytesMax: 2 ** 20 }) });
beforeAll(() => stand.start());
afterAll(() => stand.stop());

const send = ({ body, headers }: Hostile): Promise<Answer> =>
  stand.fetch('/graphql', { method: 'POST', headers: { authorization: `Bearer ${stand.testKey}`, ...headers }, body });

const processorMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** The least of several tries, since other work only makes them longer. */
async function leastMs(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const since = process.cpuUsage();
    await run();
    least = Math.min(least, processorMs(since));
  }
  return least;
}

/** Work like that of requests, so that a slow machine is measured by its own speed. */
function yardstick(): number {
  const words = Array.from({ length: 30_000 }, (_, index) => `name${(index * 7919) % 30_011}`);
  const counts = new Map<string, number>();
  for (const word of words.toSorted()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return JSON.stringify(JSON.parse(JSON.stringify([...counts]))).length;
}

test('there are thirty or more, each with a name of its own', () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(30);
  expect(new Set(CORPUS.map(({ name }) => name)).size).toBe(CORPUS.length);
});

test.each(CORPUS.map((hostile) => [hostile.name, hostile] as const))(
  'is refused before it is planned or fetched: %s',
  async (_name, hostile) => {
    stand.reset();
    const { operations } = stand.supergraphs.graphs.current;
    let planned = 0;
    operations.prepare = () => {
      planned += 1;
      throw new Error('this was to be refused');
    };
    const { status, body, text } = await send(hostile);
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([hostile.status, hostile.code]);
    expect(body.data ?? null).toBeNull();
    expect(planned).toBe(0);
    expect(stand.requests()).toEqual([]);
    expect(text.length).toBeLessThan(4_000);
  },
);

test('none of them takes the processor for 50 ms', async () => {
  yardstick();
  const slowness = Math.max((await leastMs(yardstick)) / YARDSTICK_MS, 1);
  const slow: string[] = [];
  for (const hostile of CORPUS) {
    const took = await leastMs(() => send(hostile));
    if (took >= BLOCKED_MS_MAX * slowness) slow.push(`${hostile.name}: ${took.toFixed(0)} ms`);
  }
  expect(slow).toEqual([]);
});

test('the gateway answers as before', async () => {
  Reflect.deleteProperty(stand.supergraphs.graphs.current.operations, 'prepare');
  stand.subgraphs.blocks.resolvers = { Query: { networks: () => [] } };
  expect((await stand.query('{ networks { name } }')).body.data).toEqual({ networks: [] });
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
