import { formatTable } from './format-table.ts';
import type { LatencySummary } from './summarize-latency.ts';

const WORDS: Readonly<Record<string, string>> = {
  fetch: "fetch: node's tip moves → blocks' transaction begins",
  write: 'write: → bell heard',
  pull: "pull: → last indexer's transaction begins",
  apply: 'apply: → last indexer reports its progress',
  notify: 'notify: → new tip announced',
  pin: 'pin: → first answer at the block',
  whole: 'all of it',
};

/** Latency of new blocks, in Markdown. */
export function printLatency({ blocks, parts, floor, ratio }: LatencySummary): string {
  const ms = (value: number): string => value.toFixed(1);
  return [
    `${blocks} blocks, one after another, 50 requests a second meanwhile.`,
    formatTable(
      ['part', 'median ms', 'p99 ms'],
      parts.map(({ name, median, p99 }) => [WORDS[name] ?? name, ms(median), ms(p99)]),
    ),
    formatTable(
      ['what cannot be left out', 'times', 'median ms', 'p99 ms'],
      floor.map(({ name, count, median, p99 }) => [name, String(count), ms(median), ms(p99)]),
    ),
    `All of it ÷ what cannot be left out: ${ratio.toFixed(1)}.`,
  ].join('\n\n');
}
