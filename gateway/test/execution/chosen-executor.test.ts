import { pino } from 'pino';
import { loadApollo } from '#/execution/apollo/load-apollo.ts';
import type { Runner } from '#/execution/valid-request.ts';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { coded, type ReceivedRequest, type Resolvers } from '../fake-subgraph.ts';
import { type Answer, TEST_CHAIN } from '../gateway-stand.ts';
import { LimitedKeys } from '../limited-keys.ts';
import { HEX, SEND, SENT, SendingStand } from '../sending-stand.ts';

const CHOSEN = { executor: 'apollo', share: 0, timeoutMs: 5_000 } as const;

const cacheOf = () => new ResponseCache({ bytesMax: 2 ** 20 });
const ours = new SendingStand({ cache: cacheOf(), operationTimeoutMs: 2_000 });
const apollo = new SendingStand({
  cache: cacheOf(),
  operationTimeoutMs: 2_000,
  apollo: async (options) => {
    const use = await loadApollo({ ...CHOSEN, ...options });
    if (use === undefined) throw new Error('it was not loaded');
    class Counted extends use.Executor {
      override run(...asked: Parameters<Runner['run']>) {
        runs += 1;
        return super.run(...asked);
      }
    }
    return { ...use, Executor: Counted };
  },
});
let runs = 0;
const stands = [ours, apollo];

beforeAll(() => Promise.all(stands.map((stand) => stand.start())));
afterAll(() => Promise.all(stands.map((stand) => stand.stop())));
beforeEach(async () => {
  for (const stand of stands) {
    stand.reset();
    await stand.allow(true);
  }
});

const block = (height: number) => ({ height, hash: 'ab', producer: { chainId: TEST_CHAIN, address: 'Ra', at: null } });
const BLOCKS: Resolvers = {
  Query: {
    networks: () => [{ name: 'VRSCTEST' }],
    block: (_: unknown, { height }: { height: number }) => {
      if (height === 404) throw coded('NOT_FOUND', 'There is no such block.');
      if (height === 500) throw new Error('select secret from blocks');
      return block(height);
    },
    blocks: () => ({ blocks: [block(1), { ...block(2), hash: null }, block(3)], hasMore: false }),
    mempool: () => ({ chainId: TEST_CHAIN, size: 1, bytes: 250, readAt: '2026-11-24T07:00:00.000Z' }),
  },
  Mutation: { sendTransaction: () => SENT },
};
const ADDRESSES: Resolvers = { Address: { __resolveReference: () => ({ balance: '1.00000000' }) } };

type Change = (stand: SendingStand) => void;

async function both(ask: (stand: SendingStand) => Promise<Answer>, change: Change = () => {}) {
  const seen = await Promise.all(
    stands.map(async (stand) => {
      stand.subgraphs.blocks.resolvers = BLOCKS;
      stand.subgraphs.addresses.resolvers = ADDRESSES;
      change(stand);
      const answer = await ask(stand);
      return { answer: visible(answer), asked: stand.requests().map(questionOf).sort() };
    }),
  );
  const [own, others] = seen;
  if (own === undefined || others === undefined) throw new Error('two gateways answer');
  expect(others).toEqual(own);
  return own;
}

function visible({ status, headers, text }: Answer) {
  const ofOne = new Set(['x-request-id', 'date', 'etag', 'ratelimit']);
  return {
    status,
    headers: [...headers].filter(([name]) => !ofOne.has(name)),
    text: text.replace(/"requestId":"[^"]*"/g, '"requestId":""'),
  };
}

/** The executors may write a fetch's text in their own ways. */
const questionOf = ({ query, variables, headers }: ReceivedRequest): unknown =>
  JSON.stringify([query.replace(/\s+/g, ' '), variables, headers['x-ledgergraph-pins'], headers['x-ledgergraph-team']]);

test.each([
  ['{ networks { name } }', {}],
  ['{ block(height: 7) { height hash producer { balance } } }', {}],
  ['{ a: block(height: 7) { height } b: block(height: 404) { hash } c: block(height: 500) { hash } }', {}],
  ['{ blocks { blocks { height hash producer { address balance } } hasMore } }', {}],
  ['query ($s: Boolean = true) { networks { name @skip(if: $s) __typename } __typename }', { s: false }],
  ['{ __schema { queryType { name } } networks { name } }', {}],
  ['{ mempool { size } }', {}],
  ['query ($l: Int) { blocks(limit: $l) { hasMore } }', { l: 'ten' }],
  ['{ nonsense }', {}],
  ['{ networks { name }', {}],
  [`{ ${Array.from({ length: 21 }, (_, index) => `a${index}: networks { name }`).join(' ')} }`, {}],
  ['{ richList(limit: 1000) { entries { address { controls(limit: 1000) { identities { name } } } } } }', {}],
])(
  '%s is answered alike by either executor: status, headers, bytes, and what subgraphs are asked',
  async (query, variables) => {
    await both((stand) => stand.query(query, variables));
  },
);

test('a key is refused, and a month ends, whichever executor answers', async () => {
  const refused = await both((stand) =>
    stand.query('{ networks { name } }', {}, { authorization: 'Bearer lg_live_no' }),
  );
  expect([refused.answer.status, refused.asked]).toEqual([401, []]);
  for (const stand of stands) {
    const keys = new LimitedKeys(stand);
    stand.quotas.limit = 1n;
    stand.subgraphs.blocks.resolvers = BLOCKS;
    const { key, id } = keys.make({ month: 1n });
    expect((await keys.ask(key)).status).toBe(200);
    expect((await keys.ask(key)).status).toBe(429);
    expect(await keys.reported(id, 2)).toEqual({ ANSWERED: 1, QUOTA_EXCEEDED: 1 });
  }
});

test('the second of two equal requests is answered from the cache', async () => {
  const query = '{ block(height: 77) { hash } }';
  const first = await both((stand) => stand.query(query));
  const second = await both(
    (stand) => stand.query(query),
    (stand) => stand.reset(),
  );
  expect(second.answer.text).toBe(first.answer.text);
  expect([first.asked.length, second.asked]).toEqual([1, []]);
});

test('a pin that is lost makes the operation run once more, and a second loss is the client’s to repeat', async () => {
  const losing =
    (times: number): Change =>
    (stand) => {
      let lost = 0;
      const answer = () => {
        if (lost++ < times) throw coded('PIN_LOST', 'gone', { chainId: TEST_CHAIN });
        return block(9);
      };
      stand.subgraphs.blocks.resolvers = { Query: { block: answer } };
    };
  const query = (once: string) => `{ block(height: 9) { height ${once}: hash } }`;
  expect((await both((stand) => stand.query(query('once')), losing(1))).answer.status).toBe(200);
  expect((await both((stand) => stand.query(query('twice')), losing(2))).answer.status).toBe(503);
});

test.each(['is away', 'never answers', 'breaks the schema'])(
  'a subgraph that %s costs the same with either executor',
  async (what) => {
    const query = `{ blocks { blocks { height ${what.replaceAll(' ', '_')}: producer { balance } } } }`;
    const { answer } = await both(
      (stand) => stand.query(query),
      ({ subgraphs: { addresses } }) => {
        if (what === 'is away') addresses.intercept = (_, response) => response.destroy() !== undefined;
        else if (what === 'never answers') addresses.intercept = () => true;
        else addresses.resolvers = { Address: { __resolveReference: () => ({}) } };
      },
    );
    expect(answer.text).toContain('"errors"');
  },
);

test('an answer that is too long is thrown away, whichever executor has made it', async () => {
  const balance = '1'.repeat(2 ** 20);
  const { answer } = await both(
    (stand) => stand.query('{ blocks { blocks { producer { balance } } } }'),
    ({ subgraphs: { blocks, addresses } }) => {
      blocks.resolvers = { Query: { blocks: () => ({ blocks: Array.from({ length: 40 }, () => block(1)) }) } };
      addresses.resolvers = { Address: { __resolveReference: () => ({ balance }) } };
    },
  );
  expect([answer.status, answer.text.includes('ANSWER_TOO_LONG')]).toEqual([400, true]);
});

test('a transaction is handed over once, whatever comes of it', async () => {
  const send = (stand: SendingStand) => stand.query(SEND, { hex: HEX });
  expect((await both(send)).asked).toHaveLength(1);
  const cut: Change = (stand) => {
    stand.reset();
    stand.subgraphs.blocks.intercept = (_, response) => response.destroy() !== undefined;
  };
  const { answer, asked } = await both(send, cut);
  expect(asked).toHaveLength(1);
  expect(answer.text).toContain('SEND_OUTCOME_UNKNOWN');
});

test('Apollo’s executor ran what it had to, and is not loaded where no setting asks for it', async () => {
  runs = 0;
  await both((stand) => stand.query('{ block(height: 1) { height } }'));
  await both((stand) => stand.query('{ nonsense }'));
  expect(runs).toBe(1);
  const { follower: tips, counts } = ours;
  expect(await loadApollo({ ...CHOSEN, executor: 'ours', tips, counts, logger: pino() })).toBeUndefined();
});
