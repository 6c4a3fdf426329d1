import type { Bus } from '@ledgergraph/event-bus/bus';
import { TipMovedSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import pg from 'pg';
import { describeStack } from '../gateway/stand.ts';
import { EventSockets } from '../live/event-sockets.ts';
import { readClock } from '../measure/clock.ts';
import type { ENTRY_PARTS } from './extent.ts';

export type EntryPart = (typeof ENTRY_PARTS)[number];

/** Milliseconds. */
export type EntryLatency = Record<EntryPart | 'whole', number>;

const RECORDING = 'mempool-a';
const FIRST_HEIGHT = 250;
const WARM_UP = 10;
const ENTRIES_PER_ROUND = 40;
/** Milliseconds from the entry; part of what is measured. */
const ANNOUNCED_AFTER_MS = 1;
const QUERY = 'subscription { pendingChanges { __typename ... on PendingAdded { transaction { txid } } } }';

export async function measureEntries(rounds: number, progress: (text: string) => void): Promise<EntryLatency[]> {
  progress('mempool: starting a stack');
  await using cleanup = new AsyncDisposableStack();
  const stack = await startTestStack({
    isDurable: true,
    recordings: [RECORDING],
    from: FIRST_HEIGHT,
    entryAnnouncementMs: ANNOUNCED_AFTER_MS,
  });
  cleanup.defer(() => stack.stop());
  const { openBus } = await describeStack(stack);
  const bus = openBus('gateway');
  cleanup.defer(() => bus.close());
  await bus.connected;
  const ear = new SerialEar(bus);
  const database = new pg.Client({ connectionString: stack.running.databaseUrl('blocks') });
  await database.connect();
  cleanup.defer(() => database.end());
  await waitFor(() => stack.node(RECORDING).isHeard('hashtx'), { what: 'the indexer to listen to the node' });
  const port = Number(new URL(stack.address.gatewayUrl).port);
  const subscriber = await EventSockets.open(port, stack.address.keys.test, 1, () => JSON.stringify({ query: QUERY }));
  cleanup.defer(() => subscriber.close());

  const entries: EntryLatency[] = [];
  const count = WARM_UP + rounds * ENTRIES_PER_ROUND;
  for (let index = 0; index < count; index += 1) {
    if (index % ENTRIES_PER_ROUND === 0) progress(`mempool: entry ${index} of ${count}`);
    const entry = await timeEntry(stack, { ear, database, subscriber });
    if (index >= WARM_UP) entries.push(entry);
  }
  return entries;
}

class SerialEar {
  readonly #announcedAt = new Map<bigint, number>();

  constructor(bus: Bus) {
    bus.subscribe(SUBJECTS.tipMoved, TipMovedSchema, ({ tip }) => {
      const serial = tip?.poolSerial;
      if (serial !== undefined && !this.#announcedAt.has(serial)) this.#announcedAt.set(serial, readClock());
    });
  }

  announcedAt(serial: bigint): number | undefined {
    const times = [...this.#announcedAt].filter(([announced]) => announced >= serial).map(([, at]) => at);
    return times.length === 0 ? undefined : Math.min(...times);
  }
}

interface Watching {
  ear: SerialEar;
  database: pg.Client;
  subscriber: EventSockets;
}

async function timeEntry(stack: TestStack, { ear, database, subscriber }: Watching): Promise<EntryLatency> {
  const { txid, startedAt } = await enterOne(stack);
  await waitFor(() => subscriber.lastText.includes(txid), { what: `${txid} at the subscriber` });
  const heardAt = subscriber.heard().lastAt;
  const { rows } = await database.query<{ begun: string; serial: string }>(
    `SELECT extract(epoch FROM first_seen_at) * 1000 AS begun, enter_serial AS serial
       FROM pool_transaction JOIN pool_stay USING (chain_id, txid)
      WHERE txid = decode($1, 'hex') ORDER BY enter_serial DESC LIMIT 1`,
    [txid],
  );
  const begunAt = Number(rows[0]?.begun);
  const serial = BigInt(rows[0]?.serial ?? 0);
  const announcedAt = await waitFor(() => ear.announcedAt(serial), {
    what: `change ${serial} of the mempool to be announced`,
  });
  return {
    fetch: begunAt - startedAt,
    notify: announcedAt - begunAt,
    deliver: heardAt - announcedAt,
    whole: heardAt - startedAt,
  };
}

/** The node has a block first where no transaction is left. */
async function enterOne(stack: TestStack): Promise<{ txid: string; startedAt: number }> {
  const node = stack.node(RECORDING);
  for (;;) {
    const startedAt = readClock();
    const [txid] = node.enterPool(1);
    if (txid !== undefined) return { txid, startedAt };
    const { height } = node.tip();
    const tip = await node.advance();
    if (tip.height === height) throw new Error('the recording has no more transactions');
    await stack.waitForTip('test', tip);
  }
}
