import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface AttackOrder {
  gatewayUrl: string;
  key: string;
  /** Their outputs are counted; absent: new operations are asked for. */
  wallet?: readonly string[] | undefined;
  atOnce: number;
}

export interface FloodOrder {
  url: string;
  key: string;
  flood: string;
  atOnce: number;
}

/** In a thread. @returns ends the attack and gives its answers by status */
export function attackBeside(order: AttackOrder | FloodOrder): () => Promise<ReadonlyMap<number, number>> {
  const worker = new Worker(new URL('./attack-program.ts', import.meta.url), { workerData: order });
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  return async () => {
    worker.postMessage('end');
    const [answers] = await Promise.race([once(worker, 'message'), failed]);
    await worker.terminate();
    return answers;
  };
}
