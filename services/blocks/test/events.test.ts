import { listNetworks } from '@ledgergraph/chain-kit/chain/network';
import { hex } from '@ledgergraph/chain-kit/hex';
import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import { NewBlockSchema, ProgressSchema, TipMovedSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { saveProgress } from '#/db/subgraph-progress.ts';
import { TipAnnouncer } from '#/events/announce-tips.ts';
import { hearProgress } from '#/events/on-progress.ts';
import { publishOutbox } from '#/events/publish-outbox.ts';
import { announceVrsctest, apply, hashOf, revert, VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

const main = readNormalizedBlocks('vrsctest-a');
const orphans = readNormalizedOrphans('vrsctest-a')[0]?.blocks ?? [];

let database: TestDatabase;
beforeEach(async () => {
  database = await openDatabase();
  await announceVrsctest(database.db);
});
afterEach(() => database.close());

const delivered = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('every applied block is announced once, in order, blocks of abandoned branches too', async () => {
  const { db } = database;
  const bus = new MemoryBus();
  const heard: string[] = [];
  bus.subscribe(SUBJECTS.newBlock, NewBlockSchema, (event) => void heard.push(hex(event.hash)));
  await apply(db, main.slice(0, 413));
  await apply(db, orphans);
  await revert(db, 412);
  await apply(db, main.slice(413, 1000));
  expect(await publishOutbox(db, bus, VRSCTEST)).toBe(true);
  await delivered();
  expect(heard).toEqual([...main.slice(0, 413), ...orphans, ...main.slice(413)].map(hashOf));
  expect(await db.outbox.count()).toBe(0);
});

test('events wait for a broker that is away', async () => {
  const { db } = database;
  const away = new MemoryBus();
  away.publishConfirmed = async () => false;
  await apply(db, main.slice(0, 10));
  expect(await publishOutbox(db, away, VRSCTEST)).toBe(false);
  expect(await db.outbox.count()).toBe(10);
});

test('progress on the bus moves the tip, and a late report does not move it back', async () => {
  const { db } = database;
  const bus = new MemoryBus();
  const tips: number[] = [];
  bus.subscribe(SUBJECTS.tipMoved, TipMovedSchema, (event) => void tips.push(Number(event.tip?.height)));
  const announcer = new TipAnnouncer(db, bus, ['identities']);
  const [network] = await listNetworks(db);
  if (network === undefined) throw new Error('no network');
  await apply(db, main.slice(0, 101));

  let noted: () => void = () => undefined;
  const stop = hearProgress(db, bus, ['identities'], () => noted());
  const word = { chainId: VRSCTEST, consumer: 'identities', reporter: 'process', sequence: 1n, place: null };
  await saveProgress(db, word);
  /** @param isNoted whether it is worth noting; else there is nothing to wait for but a while */
  const say = async (
    consumer: string,
    height: number,
    sequence: bigint,
    isNoted: boolean,
    reporter = 'process',
  ): Promise<void> => {
    const heard = new Promise<void>((resolve) => {
      noted = resolve;
    });
    bus.publish(SUBJECTS.progress, ProgressSchema, {
      consumer,
      chainId: VRSCTEST,
      height,
      hash: main[height]?.hash ?? new Uint8Array(),
      reporter,
      sequence,
    });
    await (isNoted ? heard : Promise.race([heard, new Promise((resolve) => setTimeout(resolve, 200))]));
    await announcer.announce(network);
    await delivered();
  };
  await say('bench', 100, 9n, false);
  expect(tips).toEqual([]);
  await say('identities', 60, 2n, true);
  await say('identities', 90, 4n, true);
  await say('identities', 70, 3n, true);
  await say('identities', 100, 9n, true, 'a process that never pulled');
  expect(tips).toEqual([60, 90]);
  stop();
});
