import { setTimeout as wait } from 'node:timers/promises';
import type { NetworkSync } from '#/stack/read-sync.ts';
import type { RecordedNode } from '#/stack/recorded-node.ts';
import type { RunningStack } from '#/stack/running-stack.ts';
import { News } from '#/stack/steps/news.ts';

const POLL_MS = 500;

/** A block counts once all subgraphs have followed it. */
export async function watchChain(
  stack: RunningStack,
  write: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const before = new Map<string, NetworkSync>();
  const trouble = new News((line) => write(`! ${line}\n`));
  while (!signal.aborted) {
    for (const now of await stack.readSync()) {
      const end = describeEnd(before.get(now.name), now, stack.recordedNodes);
      if (end !== undefined) write(`${end}\n`);
      const news = describeNews(before.get(now.name), now);
      if (news !== undefined) write(`${new Date().toISOString().slice(11, 19)}  ${now.name.padEnd(10)} ${news}\n`);
      before.set(now.name, now);
    }
    trouble.report(await stack.readNodeTrouble());
    await wait(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Only when a network is first seen above its recording; else undefined. */
export function describeEnd(
  before: NetworkSync | undefined,
  now: NetworkSync,
  nodes: readonly Pick<RecordedNode, 'networkName' | 'recordedHeight'>[],
): string | undefined {
  const end = nodes.find(({ networkName }) => networkName === now.name)?.recordedHeight;
  if (end === undefined || (now.height ?? 0) <= end || (before?.height ?? 0) > end) return undefined;
  return `          ${now.name.padEnd(10)} The recording ended at block ${end}: generated blocks continue it, at a fifth of the pace, until Ctrl-C.`;
}

export function describeNews(before: NetworkSync | undefined, now: NetworkSync): string | undefined {
  if (before === undefined || now.height === undefined) return undefined;
  const { lastReorg } = now;
  if (lastReorg !== undefined && lastReorg.at !== before.lastReorg?.at) {
    return `reorganisation: ${lastReorg.depth} block${lastReorg.depth === 1 ? '' : 's'} above ${lastReorg.forkHeight} replaced; now at block ${now.height}`;
  }
  return now.height === before.height ? undefined : `block ${now.height}`;
}
