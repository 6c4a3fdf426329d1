import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { hashTransaction } from '@ledgergraph/verus-protocol/transaction-hash';
import type { RawNode } from '#/following/client-nodes.ts';
import { ConnectionError } from '#/verus-rpc/errors.ts';
import { RawReader } from './raw-reader.ts';
import { TRANSACTION_SOURCE } from './transaction-source.ts';

const CHAIN = 'iChain';
const logger = createLogger('test', 'silent');

const bytesOf = (number: number): Uint8Array => Buffer.from(`transaction ${number}`);
const txidOf = (number: number): string => hashTransaction(bytesOf(number));
const known = new Map(Array.from({ length: 3_000 }, (_, number) => [txidOf(number), bytesOf(number)]));
const txids = [...known.keys()];

const noDatabase: SqlExecutor = {
  $executeRawUnsafe: () => Promise.reject(new Error('the database is away')),
  $queryRawUnsafe: () => Promise.reject(new Error('the database is away')),
};

type Answer = (txids: readonly string[]) => Promise<(Uint8Array | null)[]>;

function openReader(...answers: Answer[]) {
  const asked: string[][] = [];
  const nodes = answers.map(
    (answer, index): RawNode => ({
      name: `node-${index}`,
      readRaw: (wanted) => {
        asked.push([...wanted]);
        return answer(wanted);
      },
    }),
  );
  const kinds: string[] = [];
  const reader = new RawReader({
    source: TRANSACTION_SOURCE,
    databases: ofAllChains(noDatabase),
    logger,
    chains: new Map([[CHAIN, { rawNodes: () => nodes }]]),
    onFetched: (_, kind) => kinds.push(kind),
  });
  return { reader, asked, kinds };
}

const answers: Answer = async (wanted) => wanted.map((txid) => known.get(txid) ?? null);
const fails: Answer = () => Promise.reject(new ConnectionError('node', 'it is away'));

test('a hundred requests for one transaction are one call, and each gets its bytes', async () => {
  const { reader, asked } = openReader(answers);
  const [txid = ''] = txids;
  const all = await Promise.all(Array.from({ length: 100 }, () => reader.read(CHAIN, [txid, txid])));
  expect(all).toEqual(new Array(100).fill(new Array(2).fill({ kind: 'raw', raw: known.get(txid) })));
  expect(asked).toEqual([[txid]]);
  expect(reader.underway).toBe(0);
});

test('bytes of another hash are refused, and another node is asked for them', async () => {
  const lies: Answer = async (wanted) => wanted.map(() => bytesOf(7));
  const [right = '', wrong = ''] = [txidOf(7), txidOf(8)];
  const alone = openReader(lies);
  expect(await alone.reader.read(CHAIN, [right, wrong])).toEqual([
    { kind: 'raw', raw: bytesOf(7) },
    { kind: 'mismatch' },
  ]);
  expect(alone.kinds).toEqual(['raw', 'mismatch']);
  const { reader, asked } = openReader(lies, answers);
  expect(await reader.read(CHAIN, [right, wrong])).toMatchObject([{ kind: 'raw' }, { kind: 'raw', raw: bytesOf(8) }]);
  expect(asked).toEqual([[right, wrong], [wrong]]);
});

test.each([
  ['no node has it', [answers], 'absent'],
  ['the first node is away and the second has it not', [fails, answers], 'absent'],
  ['the first node has it not and the second is away', [answers, fails], 'absent'],
  ['all nodes are away', [fails, fails], 'away'],
  ['there is no node', [], 'away'],
] as const)('where %s, the outcome is the one that is known', async (_, nodes, kind) => {
  expect(await openReader(...nodes).reader.read(CHAIN, ['ab'.repeat(32)])).toEqual([{ kind }]);
});

test('a node that does not answer holds a thousand transactions at most, and two calls: what is more is refused at once', async () => {
  let release: (() => void) | undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { reader, asked } = openReader(async (wanted) => {
    await gate;
    return await answers(wanted);
  });
  const waiting = Array.from({ length: 10 }, (_, index) =>
    reader.read(CHAIN, txids.slice(index * 100, index * 100 + 100)),
  );
  expect(reader.underway).toBe(1_000);
  expect(await reader.read(CHAIN, txids.slice(2_000, 2_100))).toEqual(new Array(100).fill({ kind: 'busy' }));
  const shared = reader.read(CHAIN, [txids[999] ?? '']);
  await Promise.resolve();
  expect(asked).toHaveLength(2);
  release?.();
  expect((await Promise.all(waiting)).flat().map(({ kind }) => kind)).toEqual(new Array(1_000).fill('raw'));
  expect(await shared).toMatchObject([{ kind: 'raw' }]);
  expect(asked.every((batch) => batch.length <= 10)).toBe(true);
  expect(reader.underway).toBe(0);
  expect(await reader.read(CHAIN, txids.slice(2_000, 2_001))).toMatchObject([{ kind: 'raw' }]);
});

test('a fault of our own is no outcome that a client can mistake for the chain’s', async () => {
  const { reader } = openReader(() => Promise.reject(new TypeError('a bug')));
  expect(await reader.read(CHAIN, txids.slice(0, 12))).toEqual(new Array(12).fill({ kind: 'away' }));
  expect(reader.underway).toBe(0);
});

test('a call that takes long holds up none of the others: they go out in their order beside it', async () => {
  let release: (() => void) | undefined;
  const slow: Answer = async (wanted) => {
    if (wanted.includes(txids[0] ?? '')) await new Promise<void>((resolve) => (release = resolve));
    return answers(wanted);
  };
  const { reader, asked } = openReader(slow);
  const first = reader.read(CHAIN, txids.slice(0, 10));
  const others = [1, 2, 3, 4].map((batch) => reader.read(CHAIN, txids.slice(batch * 10, batch * 10 + 10)));
  await Promise.all(others);
  expect(asked.map(([txid = '']) => txids.indexOf(txid))).toEqual([0, 10, 20, 30, 40]);
  release?.();
  expect((await first).map(({ kind }) => kind)).toEqual(new Array(10).fill('raw'));
});
