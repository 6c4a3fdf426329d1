import { apply, revert, VRSCTEST } from './apply-recording.ts';
import { enter, leave, poolable, serialOf, txidOf } from './fill-pool.ts';
import { readRows } from './open-database.ts';
import { main, openPendingSetting, type PendingSetting, pinAt, TIP } from './pending-setting.ts';
import type { Pin } from './query-api.ts';

const block = main[TIP + 1];
const inBlock = poolable(block === undefined ? [] : [block]);
const others = poolable(main.slice(TIP + 2, TIP + 9));

let setting: PendingSetting;
beforeAll(async () => {
  setting = await openPendingSetting();
});
beforeEach(() => setting.reset());
afterAll(() => setting.close());

const QUERY = `query ($after: BigInt, $limit: Int!) { poolChanges(chainId: "${VRSCTEST}", after: $after, limit: $limit) {
  upTo changes { serial hasEntered txid state blockHeight addresses } } }`;

interface Change {
  serial: number;
  hasEntered: boolean;
  txid: string;
  state: string | null;
  blockHeight: number | null;
}

async function changes(after: bigint | number | null, { limit = 100, pin }: { limit?: number; pin?: Pin } = {}) {
  const { data, errors } = await setting.ask(
    QUERY,
    { after: after === null ? null : Number(after), limit },
    pin ?? null,
  );
  expect(errors).toBeUndefined();
  const { upTo, changes: listed } = data.poolChanges;
  return {
    upTo: BigInt(upTo),
    listed: (listed as Change[]).map(({ txid, state, blockHeight }) => [txid, state, blockHeight]),
  };
}

const entries = (transactions: readonly Parameters<typeof txidOf>[0][]) =>
  transactions.map((one) => [txidOf(one), null, null]);

test('what is pending is listed oldest first, then what enters and leaves, each change once', async () => {
  const { db } = setting;
  const first = others.slice(0, 4);
  expect(await changes(null)).toEqual({ upTo: 0n, listed: [] });
  await enter(db, first);
  const gone = txidOf(first[0]);
  await leave(db, { txid: gone, reason: 'EXPIRED', height: TIP, conflictsWith: [] });
  const start = await changes(null);
  expect(start).toEqual({ upTo: await serialOf(db), listed: entries(first.slice(1)) });
  expect(await changes(start.upTo)).toEqual({ upTo: start.upTo, listed: [] });

  const late = others.slice(4, 5);
  await enter(db, late);
  await leave(db, { txid: txidOf(first[1]), reason: 'CONFLICTED', height: TIP, conflictsWith: [gone] });
  await enter(db, first.slice(0, 1));
  expect(await changes(start.upTo)).toEqual({
    upTo: await serialOf(db),
    listed: [...entries(late), [txidOf(first[1]), 'CONFLICTED', null], ...entries(first.slice(0, 1))],
  });
});

test('a database that was created again has higher serials than the one before, and reports where they begin', async () => {
  const { db } = setting;
  const before = BigInt(Date.now() - 3_600_000);
  await db.$executeRawUnsafe('DELETE FROM pool');
  const entered = await enter(db, others.slice(0, 2));
  const { data } = await setting.ask(
    'query ($chainId: String!) { poolChanges(chainId: $chainId, limit: 1) { beginsAt upTo } }',
    {
      chainId: VRSCTEST,
    },
  );
  expect(data.poolChanges).toEqual({ beginsAt: Number(entered) - 2, upTo: Number(entered) });
  expect(BigInt(data.poolChanges.beginsAt)).toBeGreaterThan(before);
});

test('a change names the addresses that the transaction touches', async () => {
  const { db, ask } = setting;
  await enter(db, others.slice(0, 1));
  const { data } = await ask(QUERY, { after: 0, limit: 10 });
  const [change] = data.poolChanges.changes;
  const rows = await readRows(db, 'pool_change');
  expect(rows.length).toBeGreaterThan(0);
  expect(change).toMatchObject({ serial: 1, hasEntered: true, state: null });
  expect(change.addresses).toEqual(rows.map(({ address }) => address).sort());
});

test('a limit cuts the changes, and the next page goes on behind it', async () => {
  const { db } = setting;
  await enter(db, others.slice(0, 5));
  const seen: unknown[] = [];
  let after = 0n;
  for (const length of [2, 2, 1, 0]) {
    const { upTo, listed } = await changes(after, { limit: 2 });
    expect(listed).toHaveLength(length);
    seen.push(...listed);
    expect(upTo).toBe(BigInt(seen.length));
    after = upTo;
  }
  expect(seen).toEqual(entries(others.slice(0, 5)));
  expect((await changes(null, { limit: 2 })).listed).toHaveLength(5);
});

test('changes above the serial of the pin are not listed, and a stream never goes back', async () => {
  const { db } = setting;
  await enter(db, others.slice(0, 5));
  expect(await changes(1, { pin: pinAt(TIP, 3n) })).toEqual({ upTo: 3n, listed: entries(others.slice(1, 3)) });
  expect(await changes(null, { pin: pinAt(TIP, 3n) })).toEqual({ upTo: 3n, listed: entries(others.slice(0, 3)) });
  expect(await changes(5, { pin: pinAt(TIP, 3n) })).toEqual({ upTo: 5n, listed: [] });
});

test('a mined transaction, and all that changed behind it, is listed when the pin has reached its block', async () => {
  const { db } = setting;
  if (block === undefined) throw new Error('no block');
  const entered = await enter(db, inBlock);
  await apply(db, [block]);
  const left = await serialOf(db);
  expect(left).toBe(entered + BigInt(inBlock.length));
  await enter(db, others.slice(0, 1));

  const held = { upTo: entered, listed: [] };
  expect(await changes(entered, { pin: pinAt(TIP) })).toEqual(held);
  expect(await changes(null, { pin: pinAt(TIP) })).toEqual({ upTo: entered, listed: entries(inBlock) });
  expect(await changes(null, { pin: pinAt(TIP + 1) })).toEqual({
    upTo: await serialOf(db),
    listed: entries(others.slice(0, 1)),
  });
  const reached = await changes(entered, { pin: pinAt(TIP + 1) });
  expect(reached.upTo).toBe(await serialOf(db));
  expect(reached.listed.slice(0, -1).toSorted()).toEqual(
    inBlock.map((one) => [txidOf(one), 'CONFIRMED', TIP + 1]).toSorted(),
  );
  expect(reached.listed.at(-1)).toEqual([txidOf(others[0]), null, null]);
});

test('a transaction whose block was removed enters again, and its return to the block is not listed', async () => {
  const { db } = setting;
  if (block === undefined) throw new Error('no block');
  const entered = await enter(db, inBlock);
  await apply(db, [block]);
  await revert(db, TIP);
  const { upTo, listed } = await changes(entered);
  expect(upTo).toBe(await serialOf(db));
  expect(listed.toSorted()).toEqual(entries(inBlock).toSorted());
  expect((await changes(null)).listed).toHaveLength(inBlock.length);
});

test.each([0, -1, 5_001])('a limit of %s is refused', async (limit) => {
  expect(await setting.codeOf(QUERY, { limit })).toMatchObject({ code: 'VALIDATION_ERROR', argument: 'limit' });
});
