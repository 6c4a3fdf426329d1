import { setTimeout as wait } from 'node:timers/promises';
import type { NetworkSync } from '#/stack/read-sync.ts';
import type { RunningStack } from '#/stack/running-stack.ts';
import { News } from '#/stack/steps/news.ts';

const POLL_MS = 500;

/** Prints each block and each reorganisation that all subgraphs have followed, and why nodes cannot be used, until the signal. */
export async function watchChain(
  stack: RunningStack,
  write: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const before = new Map<string, NetworkSync>();
  const trouble = new News((line) => write(`! ${line}\n`));
  while (!signal.aborted) {
    for (const now of await stack.readSync()) {
      const news = describeNews(before.get(now.name), now);
      if (news !== undefined) write(`${new Date().toISOString().slice(11, 19)}  ${now.name.padEnd(10)} ${news}\n`);
      before.set(now.name, now);
    }
    trouble.tell(await stack.readNodeTrouble());
    await wait(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Describes the change between two looks at a network; undefined when there is none. */
export function describeNews(before: NetworkSync | undefined, now: NetworkSync): string | undefined {
  if (before === undefined || now.height === undefined) return undefined;
  const { lastReorg } = now;
  if (lastReorg !== undefined && lastReorg.at !== before.lastReorg?.at) {
    return `reorganisation: ${lastReorg.depth} block${lastReorg.depth === 1 ? '' : 's'} above ${lastReorg.forkHeight} replaced; now at block ${now.height}`;
  }
  return now.height === before.height ? undefined : `block ${now.height}`;
}
