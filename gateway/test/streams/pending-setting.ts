import { type Received, receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { GatewayStand } from '../gateway-stand.ts';
import { LimitedKeys } from '../limited-keys.ts';
import { FakeChain } from './fake-chain.ts';
import { FakePool } from './fake-pool.ts';

export const PENDING = `subscription ($addresses: [String!]) {
  pendingChanges(addresses: $addresses) {
    ... on PendingAdded { transaction { txid size } }
    ... on PendingLeft { txid state blockHeight }
  }
}`;

export interface Asking {
  key?: string;
  after?: string | undefined;
  addresses?: string[];
  query?: string;
}

/** To be called at the top of a file. */
export function setPool() {
  const stand = new GatewayStand({ blockedMaxMs: 300 });
  const keys = new LimitedKeys(stand);
  const chain = new FakeChain(stand);
  const pool = new FakePool(stand, chain);
  const open: Received[] = [];
  beforeAll(async () => {
    chain.open();
    pool.open();
    await stand.start();
  });
  afterAll(() => stand.stop());
  beforeEach(async () => {
    stand.reset();
    chain.open();
    pool.open();
    pool.asked = [];
    stand.quotas.limit = 1_000n;
    // An earlier test may have left a transaction pending.
    await pool.clear();
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  async function subscribe({ key = stand.testKey, after, addresses, query = PENDING }: Asking = {}): Promise<Received> {
    const variables = addresses === undefined ? {} : { addresses };
    const stream = await receiveServerSentEvents({ gatewayUrl: stand.url, key, query, variables, after });
    open.push(stream);
    return stream;
  }
  return { stand, keys, chain, pool, open, subscribe };
}

/** `+1` entered, `-1 CONFIRMED` left. */
export function eventsOf({ events }: Received): string[] {
  return events.map(({ data: { pendingChanges: event } }) =>
    event.transaction === undefined
      ? `-${Number.parseInt(event.txid, 16)} ${event.state}`
      : `+${Number.parseInt(event.transaction.txid, 16)}`,
  );
}

export async function untilEvents(stream: Received, expected: string[]): Promise<void> {
  await waitFor(() => eventsOf(stream).length >= expected.length, { what: expected.join() });
  expect(eventsOf(stream)).toEqual(expected);
}

export function idsOf({ events }: Received): string[] {
  return events.map(({ extensions }) => extensions.event.id);
}
