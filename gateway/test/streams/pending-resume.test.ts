import { receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { GatewayStand } from '../gateway-stand.ts';
import { FakeChain } from './fake-chain.ts';
import { FakePool } from './fake-pool.ts';
import { idsOf, PENDING, setPool, untilEvents } from './pending-setting.ts';

const { stand, keys, chain, pool, subscribe } = setPool();
const others: GatewayStand[] = [];
afterEach(async () => {
  for (const other of others.splice(0)) await other.stop();
});

describe('Last-Event-ID', () => {
  test('goes on behind any event without a gap or a repeat, also in the middle of the first set', async () => {
    for (const number of [1, 2, 3]) pool.enter(number);
    await pool.notify();
    const whole = await subscribe({ key: keys.make().key });
    await untilEvents(whole, ['+1', '+2', '+3']);
    // A quota ends a stream behind each number of events.
    const cursors: string[] = [];
    for (const month of [1n, 2n, 3n]) {
      stand.quotas.limit = month;
      const stream = await subscribe({ key: keys.make({ month }).key });
      if (month < 3n) {
        await stream.ended;
        expect(stream.endCode).toBe('QUOTA_EXCEEDED');
      } else await untilEvents(stream, ['+1', '+2', '+3']);
      cursors.push(stream.cursor);
    }
    stand.quotas.limit = 1_000n;
    pool.leave(1, 'EXPIRED');
    pool.enter(4);
    await pool.notify();
    const all = ['+1', '+2', '+3', '-1 EXPIRED', '+4'];
    await untilEvents(whole, all);
    for (const [index, after] of cursors.entries()) {
      const rest = await subscribe({ key: keys.make().key, after });
      await untilEvents(rest, all.slice(index + 1));
      expect(idsOf(rest)).toEqual(idsOf(whole).slice(index + 1));
    }
  });

  test('goes on at a gateway that has just started, which reads the changes that it has not seen', async () => {
    pool.enter(1);
    await pool.notify();
    const before = await subscribe();
    await untilEvents(before, ['+1']);
    const { cursor } = before;
    pool.leave(1, 'EXPIRED');
    pool.enter(2);
    await pool.notify();
    const other = new GatewayStand();
    others.push(other);
    const chainOfOther = new FakeChain(other);
    chainOfOther.height = chain.height;
    chainOfOther.open();
    other.subgraphs.blocks.resolvers = stand.subgraphs.blocks.resolvers;
    chainOfOther.poolSerial = chain.poolSerial;
    await other.start();
    const after = await receiveServerSentEvents({
      gatewayUrl: other.url,
      key: other.testKey,
      query: PENDING,
      after: cursor,
    });
    await untilEvents(after, ['-1 EXPIRED', '+2']);
    await untilEvents(before, ['+1', '-1 EXPIRED', '+2']);
    expect(idsOf(after)).toEqual(idsOf(before).slice(1));
    after.close();
  });

  test.each([
    ['lower', 0],
    ['higher', 1_000_000],
  ])('of another database, with %s serials, begins with what is pending now', async (_, serial) => {
    for (const number of [1, 2, 3]) pool.enter(number);
    await pool.notify();
    const before = await subscribe();
    await untilEvents(before, ['+1', '+2', '+3']);
    const rebuilt = new GatewayStand();
    others.push(rebuilt);
    const chainOfRebuilt = new FakeChain(rebuilt);
    chainOfRebuilt.open();
    const poolOfRebuilt = new FakePool(rebuilt, chainOfRebuilt);
    poolOfRebuilt.replaceDatabase(serial);
    poolOfRebuilt.enter(9);
    poolOfRebuilt.open();
    await rebuilt.start();
    const again = await receiveServerSentEvents({
      gatewayUrl: rebuilt.url,
      key: rebuilt.testKey,
      query: PENDING,
      after: before.cursor,
    });
    await untilEvents(again, ['+9']);
    expect(again.events[0]?.extensions.event.snapshot).toBe(String(serial + 1));
    again.close();
  });

  test('is not needed by an open stream: it begins again with the database', async () => {
    for (const number of [1, 2, 3]) pool.enter(number);
    await pool.notify();
    const stream = await subscribe();
    await untilEvents(stream, ['+1', '+2', '+3']);
    pool.replaceDatabase();
    for (const number of [3, 4]) pool.enter(number);
    await pool.notify();
    await untilEvents(stream, ['+1', '+2', '+3', '+3', '+4']);
    const snapshots = stream.events.map(({ extensions }) => extensions.event.snapshot);
    expect(new Set(snapshots).size).toBe(2);
    expect(snapshots[3]).toBe(snapshots[4]);
  });

  test('of another subscription, or of the other environment, is refused', async () => {
    const blocks = await subscribe({ query: 'subscription { chainEvents { __typename } }' });
    const pending = await subscribe();
    await expect(subscribe({ after: blocks.cursor })).rejects.toThrow('VALIDATION_ERROR');
    await expect(subscribe({ key: stand.liveKey, after: pending.cursor })).rejects.toThrow('VALIDATION_ERROR');
  });
});
