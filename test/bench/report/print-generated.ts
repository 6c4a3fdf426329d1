import { formatTable } from './format-table.ts';
import type { GeneratedSummary } from './summarize-generated.ts';

const MEBIBYTE = 1024 * 1024;

/** The backfill of a generated chain, in Markdown. */
export function printGenerated(summary: GeneratedSummary): string {
  const { blocks, rowsPerBlock, ratios, tenthsBlocksPerSecond, lastToFirstTenth, memoryBytes, diskPerRawByte } =
    summary;
  const numbers = (entries: Record<string, number>, digits: number): string =>
    Object.entries(entries)
      .map(([name, value]) => `${name} ${value.toFixed(digits)}`)
      .join(', ');
  const memory = Object.fromEntries(Object.entries(memoryBytes).map(([name, bytes]) => [name, bytes / MEBIBYTE]));
  return [
    `${blocks} blocks, ${rowsPerBlock.toFixed(1)} rows each.`,
    formatTable(
      ['backfill', 'against', 'blocks', 'rate ×', 'CPU ×', 'blocks/s'],
      ratios.map(({ contender, rival, blocks, rate, cpu, blocksPerSecond }) => [
        contender,
        rival,
        String(blocks),
        rate.toFixed(2),
        cpu === null ? '?' : cpu.toFixed(2),
        blocksPerSecond.toFixed(0),
      ]),
    ),
    `All against COPY, round by round: ${summary.rates.map((rate) => rate.toFixed(2)).join(', ')}. The tables show the middle round.`,
    `CPU time against the same without markets and statistics, round by round: ${summary.flowsCpu.map(flowsCpu).join(', ')}.`,
    `Blocks a second by tenths: ${tenthsBlocksPerSecond.map((rate) => rate.toFixed(0)).join(', ')}; last ÷ first ${lastToFirstTenth.toFixed(2)}.`,
    formatTable(
      ['leg', 'elapsed s', 'CPU s', 'CPU s by process'],
      summary.legs.map(({ name, ms, parts }) => [
        name,
        seconds(ms),
        seconds(Object.values(parts).reduce((sum, part) => sum + part, 0)),
        Object.entries(parts)
          .filter(([, part]) => part >= 100)
          .map(([part, cpuMs]) => `${part} ${seconds(cpuMs)}`)
          .join(', '),
      ]),
    ),
    `Most memory, MiB: ${numbers(memory, 0)}.`,
    `Bytes on disk for each byte of the chain: ${numbers(diskPerRawByte, 2)}.`,
  ].join('\n\n');
}

function flowsCpu({ ratio, allMs, withoutMs }: GeneratedSummary['flowsCpu'][number]): string {
  return `${ratio.toFixed(2)} × (${seconds(allMs)} ÷ ${seconds(withoutMs)} s)`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
