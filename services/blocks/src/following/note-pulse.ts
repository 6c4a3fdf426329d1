import { setTimeout as delay } from 'node:timers/promises';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { touchNodeTip } from '#/db/node-tip.ts';
import type { ChainNode } from './chain-node.ts';

/** As often as the follower looks at a node that has nothing new. */
const PULSE_MS = 1_000;

/**
 * Does work on a node whose chain can be used. Meanwhile it saves every second that the node answers, if it does: a long way of blocks, a
 * slow call or a long transaction must not look like a silent node, and a node that freezes in the middle of them must.
 */
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
      // An answer that comes when the work is over changes nothing.
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
