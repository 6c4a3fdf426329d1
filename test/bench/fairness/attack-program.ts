import { parentPort, workerData } from 'node:worker_threads';
import { listPageFloods, startFlood } from '@ledgergraph/test-kit/page-flood';
import { attackByPlanning, attackByWallets, startAttack } from '@ledgergraph/test-kit/team-attack';
import type { AttackOrder, FloodOrder } from './attack-beside.ts';

// A thread that a message ends, apart from the one that measures.
const running = start(workerData as AttackOrder | FloodOrder);
parentPort?.once('message', async () => {
  await running.stop();
  parentPort?.postMessage(running.answers);
});

function start(order: AttackOrder | FloodOrder) {
  const { key, atOnce } = order;
  if (!('flood' in order)) {
    const attack = order.wallet === undefined ? attackByPlanning(atOnce) : attackByWallets(order.wallet, atOnce);
    return startAttack(order.gatewayUrl, key, attack);
  }
  const flood = listPageFloods(key, atOnce).find(({ name }) => name === order.flood);
  if (flood === undefined) throw new Error(`no flood ${order.flood}`);
  return startFlood(order.url, flood);
}
