import { Random } from '@ledgergraph/chain-generator/random';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import type { RecordedNode, Tip } from '@ledgergraph/recorded-node/start-recorded-node';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { readBlocks, readOrphans } from '../agrees-with-node/oracle.ts';
import { DoorCursors } from './door-cursors.ts';
import { findUnwalked, LISTS, type List } from './every-list.ts';
import { type AskAtBlock, ReorganizedError, TryAgainError, Walk } from './walks.ts';

const RECORDING = 'vrsctest-a';
const FROM = 406;
const TO = 446;
const BEGUN = 12;
const CHANCE = 0.4;

const random = new Random(20_261_121);
const dir = recordingDir(RECORDING);
const parents = new Map(
  [...readBlocks(dir), ...readOrphans(dir)].map(({ hash, previousblockhash }) => [hash, previousblockhash] as const),
);

let stack: TestStack;
let node: RecordedNode;
let lists: List[];

const ask: AskAtBlock = (operation) => stack.query('test', operation);

beforeAll(async () => {
  stack = await startTestStack({ recordings: [RECORDING], from: FROM });
  node = stack.node(RECORDING);
  // Some objects of the whole recording are not there yet.
  const walks = await Promise.all(LISTS.map((list) => Walk.begin(ask, list, node.tip()).catch(() => undefined)));
  lists = walks.flatMap((walk) => (walk === undefined || walk.isOver ? [] : [walk.list]));
});

afterAll(async () => {
  await stack?.stop();
});

function isOnChain(hash: string, tip: Tip): boolean {
  for (let at: string | undefined = tip.hash; at !== undefined; at = parents.get(at)) if (at === hash) return true;
  return false;
}

/** Its first block decides, or the one at the list's bound. */
function isHeld({ anchor, list }: Walk, tip: Tip): boolean {
  let newest: string | undefined = anchor.hash;
  for (let height = anchor.height; height > (list.toHeight ?? height); height -= 1) newest = parents.get(newest ?? '');
  return newest !== undefined && isOnChain(newest, tip);
}

test('every list of the schema has several pages here, but those of which a block, a transaction or an address has one row', async () => {
  // Other services' tests walk more of them: up to these heights the recording has one row each, or none.
  const oneRow = [
    'Address.stakes',
    'AddressPending.transactions',
    'Block.exports',
    'Block.identityVersions',
    'Identity.offers',
    'Identity.subIdentities',
    'PendingTransaction.changes',
    'PendingTransaction.vin',
    'PendingTransaction.vout',
    'Query.notarizations',
    'Query.pendingTransactions',
    'Query.stakes',
    'Query.systemLocks',
  ];
  expect((await findUnwalked(ask, lists)).toSorted()).toEqual(oneRow);
});

/** `survived` read on after a reorganisation, `held` after its first block left. */
const outcomes = { survived: new Set<Walk>(), held: new Set<Walk>(), refused: new Set<Walk>(), finished: 0 };
const begunAfter = new Map<Walk, number>();
let reorganisations = 0;

/** The tip may be on its way from one block to another. */
async function goOn(open: Set<Walk>, from: Tip, to: Tip): Promise<void> {
  const step = async (walk: Walk): Promise<void> => {
    try {
      await walk.goOn();
      // Nothing may be read on a branch that was left once the tip is new.
      if (from.hash === to.hash) {
        expect([walk.list.name, isHeld(walk, to)]).toEqual([walk.list.name, true]);
        if (!isOnChain(walk.anchor.hash, to)) outcomes.held.add(walk);
        if (reorganisations > (begunAfter.get(walk) ?? 0)) outcomes.survived.add(walk);
      }
    } catch (error) {
      if (error instanceof TryAgainError) return;
      if (!(error instanceof ReorganizedError)) throw error;
      expect([error.message, isHeld(walk, to)]).toEqual([error.message, false]);
      outcomes.refused.add(walk);
      open.delete(walk);
    }
    walk.judge();
    if (!walk.isOver) return;
    outcomes.finished += 1;
    open.delete(walk);
  };
  await Promise.all([...open].filter(() => random.chance(CHANCE)).map(step));
}

test('a walk of any list, export or feed, while blocks arrive and reorganisations happen, gives each row once or reports that it must begin again', async () => {
  const open = new Set<Walk>();
  const doors = new DoorCursors(stack);
  const waiting: List[] = [];
  for (let tip = node.tip(); tip.height < TO; ) {
    if (waiting.length < BEGUN) waiting.push(...lists);
    const begun = Array.from({ length: BEGUN }, () => waiting.splice(random.integer(0, waiting.length - 1), 1)[0]);
    const walks = await Promise.all(begun.map((list) => list && Walk.begin(ask, list, tip)));
    for (const walk of walks) {
      if (walk === undefined || walk.isOver) continue;
      open.add(walk);
      begunAfter.set(walk, reorganisations);
    }
    await goOn(open, tip, tip);

    await doors.begin(tip);

    const next = await node.advance();
    if (!isOnChain(tip.hash, next)) reorganisations += 1;
    await goOn(open, tip, next);
    await stack.waitForTip('test', next);
    await doors.judge((hash) => isOnChain(hash, next));
    tip = next;
  }
  for (const tip = node.tip(); open.size > 0; ) await goOn(open, tip, tip);
  expect(reorganisations).toBe(3);
  const { exact, refused } = doors.outcomes;
  expect([exact, refused]).toEqual([new Set(DoorCursors.paths), new Set(DoorCursors.paths)]);
  expect(outcomes.refused.size).toBeGreaterThan(lists.length / 2);
  expect(outcomes.survived.size).toBeGreaterThan(lists.length / 2);
  expect(outcomes.held.size).toBeGreaterThan(0);
  expect(outcomes.finished).toBeGreaterThan(lists.length);
});
