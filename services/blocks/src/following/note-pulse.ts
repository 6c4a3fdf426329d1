import { setTimeout as delay } from 'node:timers/promises';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { touchNodeTip } from '#/db/node-tip.ts';
import type { ChainNode } from './chain-node.ts';

/** As often as the follower asks a node without news. */
const PULSE_MS = 1_000;

/** Saves every second that the node answers during the work: long work must not look like a silent node, and a node that freezes must. */
export async function withPulse<Result>(
  db: SqlExecutor,
  chainId: string,
  node: Pick<ChainNode, 'isAnswering'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const done = new AbortController();
  // The database may be away for a moment; the next second tries again.
  const touch = (): Promise<void> => touchNodeTip(db, chainId).catch(() => undefined);
  const watch = async (): Promise<void> => {
    while (await pause(done.signal)) {
      // An answer after the end of the work changes nothing.
      if (await Promise.race([node.isAnswering(), over(done.signal)])) await touch();
    }
  };
  const watching = watch();
  try {
    return await work();
  } finally {
    done.abort();
    await watching;
  }
}

function pause(signal: AbortSignal): Promise<boolean> {
  return delay(PULSE_MS, true, { signal }).catch(() => false);
}

function over(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false);
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });
}
