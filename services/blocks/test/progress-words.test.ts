import { advanceProgress, listProgress, type ProgressWord, saveProgress } from '#/db/subgraph-progress.ts';
import { VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await openDatabase();
});
afterEach(() => database.close());

const word = (reporter: string, sequence: number, height: number | null): ProgressWord => ({
  chainId: VRSCTEST,
  consumer: 'identities',
  reporter,
  sequence: BigInt(sequence),
  place: height === null ? null : { height, hash: height.toString(16).padStart(64, '0') },
});

async function known(): Promise<number | null> {
  const [row] = await listProgress(database.db, VRSCTEST, 'blocks', ['identities']);
  return row?.reported?.height ?? null;
}

test('a report that arrives late undoes nothing, whichever way it came', async () => {
  await saveProgress(database.db, word('a', 1, null));
  await advanceProgress(database.db, word('a', 4, 130));
  await advanceProgress(database.db, word('a', 3, 131));
  await saveProgress(database.db, word('a', 2, 119));
  await advanceProgress(database.db, word('a', 4, 119));
  expect(await known()).toBe(130);
});

test('a subgraph may report that it went back, or started over', async () => {
  await saveProgress(database.db, word('a', 1, 130));
  await saveProgress(database.db, word('a', 2, 119));
  expect(await known()).toBe(119);
  await advanceProgress(database.db, word('a', 3, 118));
  expect(await known()).toBe(118);
  await saveProgress(database.db, word('a', 4, null));
  expect(await known()).toBeNull();
});

test('a new process counts from its first pull on, and late reports of the processes before it do not count', async () => {
  await saveProgress(database.db, word('a', 7, 100));
  await advanceProgress(database.db, word('b', 1, 140));
  expect(await known()).toBe(100);
  await saveProgress(database.db, word('b', 1, 90));
  await advanceProgress(database.db, word('b', 2, 120));
  await saveProgress(database.db, word('c', 1, 121));
  await saveProgress(database.db, word('a', 8, 99));
  await saveProgress(database.db, word('b', 3, 98));
  await advanceProgress(database.db, word('b', 4, 150));
  expect(await known()).toBe(121);
});

test('the surviving one of two processes by mistake counts when the other has fallen silent', async () => {
  await saveProgress(database.db, word('a', 1, 100));
  await saveProgress(database.db, word('b', 1, 101));
  await database.db.$executeRawUnsafe("UPDATE subgraph_progress SET heard_at = now() - interval '16 seconds'");
  await saveProgress(database.db, word('a', 2, 102));
  expect(await known()).toBe(102);
});
