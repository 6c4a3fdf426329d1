import { parentPort, workerData } from 'node:worker_threads';
import { attackByPlanning, attackByWallets, startAttack } from '@ledgergraph/test-kit/team-attack';
import type { AttackOrder } from './attack-beside.ts';

// The program of a thread that attacks until a message ends it: the thread that measures has no part in it.
const { gatewayUrl, key, wallet, atOnce } = workerData as AttackOrder;
const attack = wallet === undefined ? attackByPlanning(atOnce) : attackByWallets(wallet, atOnce);
const running = startAttack(gatewayUrl, key, attack);
parentPort?.once('message', async () => {
  await running.stop();
  parentPort?.postMessage(running.answers);
});
