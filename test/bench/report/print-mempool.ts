import { formatTable } from './format-table.ts';
import type { MempoolSummary } from './summarize-mempool.ts';

const WORDS: Readonly<Record<string, string>> = {
  fetch: "fetch: the node's mempool has it → its transaction begins",
  notify: 'notify: → state of the mempool announced',
  deliver: 'deliver: → subscriber has it',
  whole: 'all of it',
};

/** The mempool: polls, memory, a flood and the way to a subscriber, in Markdown. */
export function printMempool({ polls, memory, flood, entries }: MempoolSummary): string {
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  return [
    formatTable(
      ['poll of 5,000 pending ÷ of 50', 'time ×', 'CPU ×', '5,000 ms', '50 ms', '5,000 CPU ms', '50 CPU ms'],
      polls.map(({ poll, time, cpu, manyMs, fewMs, manyCpuMs, fewCpuMs }) => [
        poll,
        ...[time, cpu, manyMs, fewMs, manyCpuMs, fewCpuMs].map(figure),
      ]),
    ),
    formatTable(
      ['pending', 'resident MB', 'at most MB', 'seconds to enter'],
      memory.map(({ pending, bytes, peakBytes, elapsedMs }) => [
        String(pending),
        megabytes(bytes),
        megabytes(peakBytes),
        (elapsedMs / 1_000).toFixed(1),
      ]),
    ),
    `Blocks indexed in a second beside a flood of 50,000 ÷ alone: ${figure(flood.rate)}; round by round: ` +
      `${flood.rates.map(figure).join(', ')}. Alone: ${flood.blocksPerSecond.toFixed(0)} a second. ` +
      `${(100 * flood.entered).toFixed(0)} % of the flood had entered with the last block.`,
    formatTable(
      ['a block every 250 ms until indexed', 'median ms', 'p99 ms'],
      [flood.spaced.alone, flood.spaced.flood].map(({ name, median, p99 }) => [name, figure(median), figure(p99)]),
    ),
    formatTable(
      [`part, of ${entries.count} entries`, 'median ms', 'p99 ms'],
      entries.parts.map(({ name, median, p99 }) => [WORDS[name] ?? name, median.toFixed(1), p99.toFixed(1)]),
    ),
  ].join('\n\n');
}

function figure(value: number): string {
  return value.toFixed(2);
}
