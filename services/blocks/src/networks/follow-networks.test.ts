import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { followNetworks } from './follow-networks.ts';

test('a start does not depend on the database, and its first writes happen when the database is back', async () => {
  let isAway = true;
  const written: string[] = [];
  const query = async (text: string): Promise<never[]> => {
    if (isAway) throw new Error('the database system is starting up');
    written.push(text);
    return [];
  };
  const db = {
    $queryRawUnsafe: query as never,
    $executeRawUnsafe: query as never,
    $transaction: () => Promise.reject(new Error('nothing is written in transactions here')),
  };
  const followers = await followNetworks({
    networks: [],
    subgraphs: [],
    databases: ofAllChains(db),
    bus: new MemoryBus(),
    logger: createLogger('test', 'silent'),
    pollMs: 50,
    connectNodes: () => {
      throw new Error('there are no nodes');
    },
  });
  expect(written).toEqual([]);
  isAway = false;
  const deadline = Date.now() + 60_000;
  while (written.length < 2 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  await followers.stop();
  expect(written[0]).toContain('DELETE FROM network');
  expect(written[1]).toContain('INSERT INTO configured_environment');
});
