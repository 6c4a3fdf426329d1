import type { GeneratedRound, GeneratedSamples } from '../generated-backfill/run-generated.ts';
import type { Leg, ServiceName } from '../generated-backfill/stand.ts';

export interface GeneratedRatio {
  contender: string;
  rival: string;
  blocks: number;
  /** The rival's time ÷ the contender's. */
  rate: number;
  /** With the database server's; null where that cannot be read. */
  cpu: number | null;
  blocksPerSecond: number;
}

export interface GeneratedSummary {
  blocks: number;
  rowsPerBlock: number;
  /** Against COPY. All else is of the middle round, but for memory. */
  rates: number[];
  ratios: GeneratedRatio[];
  /** All subgraphs, their stream and Postgres ÷ the same without markets and statistics. */
  flowsCpu: { ratio: number; allMs: number; withoutMs: number }[];
  /** Last tenth of the blocks ÷ the first. */
  lastToFirstTenth: number;
  tenthsBlocksPerSecond: number[];
  legs: { name: string; ms: number; parts: Record<string, number> }[];
  memoryBytes: Record<string, number>;
  /** With indexes, for each byte of the chain. */
  diskPerRawByte: Record<ServiceName | 'all', number>;
}

const LEG_NAMES: Readonly<Record<string, string>> = {
  fetch: 'fetch and parse',
  all: 'all',
  withoutFlows: 'all but markets and statistics',
  pull: 'pull and decode',
  subgraphs: 'all but blocks',
  copyAll: 'COPY, all',
  copySubgraphs: 'COPY, all but blocks',
  pacedFetch: 'fetch and parse, paced node',
  pacedAll: 'all, paced node',
};

export function summarizeGenerated(samples: GeneratedSamples): GeneratedSummary {
  const { blocks, rows, rounds, fetch, pull, subgraphs, copySubgraphs, paced, rawBytes, diskBytes } = samples;
  const { all, copyAll, watched, withoutFlows } = middleOf(rounds);
  const against = (contender: string, leg: Leg, rival: string, other: Leg): GeneratedRatio =>
    compare(blocks, contender, leg, rival, other);
  const tenths = watched.tenthsMs.map((ms) => (blocks * 100) / ms);
  const perRawByte = Object.entries(diskBytes).map(([service, bytes]) => [service, bytes / rawBytes]);
  const diskTotal = Object.values(diskBytes).reduce((sum, bytes) => sum + bytes, 0);
  return {
    blocks,
    rowsPerBlock: rows / blocks,
    rates: rounds.map(rateOf),
    flowsCpu: rounds.map(flowsCpuOf),
    ratios: [
      against('all at once, from the node', all, 'plain COPY of the same rows', copyAll),
      against('all at once, from the node', all, 'fetch and parse from the node', fetch),
      against('all but blocks at once', subgraphs, 'plain COPY of the same rows', copySubgraphs),
      against('all but blocks at once', subgraphs, 'pull and decode from the block stream', pull),
      compare(
        paced.blocks,
        `all at once, from a node that gives ${paced.nodeBlocksPerSecond} blocks a second`,
        paced.all,
        'fetch and parse from that node',
        paced.fetch,
      ),
    ],
    legs: Object.entries({
      fetch,
      all,
      withoutFlows,
      pull,
      subgraphs,
      copyAll,
      copySubgraphs,
      pacedFetch: paced.fetch,
      pacedAll: paced.all,
    }).map(([name, { ms, parts }]) => ({
      name: LEG_NAMES[name] ?? name,
      ms,
      parts,
    })),
    lastToFirstTenth: (tenths.at(-1) ?? 0) / (tenths[0] ?? 1),
    tenthsBlocksPerSecond: tenths,
    memoryBytes: mostOf(rounds.map(({ watched: { memoryBytes } }) => memoryBytes)),
    diskPerRawByte: {
      ...Object.fromEntries(perRawByte),
      all: diskTotal / rawBytes,
    } as GeneratedSummary['diskPerRawByte'],
  };
}

/** The slower one of two. @throws Error for none */
function middleOf(rounds: readonly GeneratedRound[]): GeneratedRound {
  const middle = rounds.toSorted((a, b) => rateOf(a) - rateOf(b))[Math.floor((rounds.length - 1) / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

function rateOf({ all, copyAll }: GeneratedRound): number {
  return copyAll.ms / all.ms;
}

function mostOf(memories: readonly Record<string, number>[]): Record<string, number> {
  const most: Record<string, number> = {};
  for (const [name, bytes] of memories.flatMap(Object.entries)) most[name] = Math.max(most[name] ?? 0, bytes);
  return most;
}

function compare(blocks: number, contender: string, leg: Leg, rival: string, other: Leg): GeneratedRatio {
  return {
    contender,
    rival,
    blocks,
    rate: other.ms / leg.ms,
    cpu: cpuOf(leg) === null || cpuOf(other) === null ? null : (cpuOf(other) ?? 0) / (cpuOf(leg) ?? 1),
    blocksPerSecond: (blocks * 1000) / leg.ms,
  };
}

function flowsCpuOf({ all, withoutFlows }: GeneratedRound): GeneratedSummary['flowsCpu'][number] {
  const [allMs, withoutMs] = [spentBy(all), spentBy(withoutFlows)];
  return { ratio: allMs / withoutMs, allMs, withoutMs };
}

/** Without the node, which is no part of an installation. */
function spentBy({ parts }: Leg): number {
  return Object.entries(parts).reduce((sum, [name, ms]) => (name === 'node' ? sum : sum + ms), 0);
}

function cpuOf({ cpuMs, databaseMs }: Leg): number | null {
  return databaseMs === undefined ? null : cpuMs + databaseMs;
}
