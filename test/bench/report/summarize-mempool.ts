import { median, quantile } from '../measure/quantile.ts';
import { BUSY_BLOCKS, ENTRY_PARTS, FLOOD, POLLS } from '../mempool/extent.ts';
import type { MemoryStep } from '../mempool/measure-memory.ts';
import type { PollCost, PollName } from '../mempool/measure-polls.ts';
import type { MempoolSamples } from '../mempool/run-mempool.ts';
import type { Spread } from './summarize-latency.ts';

export interface PollRatio {
  poll: PollName;
  /** Medians of the rounds' ratios; CPU time of indexer and Postgres together. */
  time: number;
  cpu: number;
  /** Milliseconds. */
  manyMs: number;
  fewMs: number;
  manyCpuMs: number;
  fewCpuMs: number;
}

export interface FloodRatio {
  /** Beside the flood ÷ alone. */
  rate: number;
  rates: number[];
  blocksPerSecond: number;
  spaced: { flood: Spread; alone: Spread };
  /** Share of the flood, when the last block was indexed. */
  entered: number;
}

export interface MempoolSummary {
  polls: PollRatio[];
  memory: MemoryStep[];
  flood: FloodRatio;
  entries: { count: number; parts: Spread[] };
}

export function summarizeMempool({ polls, memory, floods, entries }: MempoolSamples): MempoolSummary {
  return {
    polls: POLLS.map((name) => summarizePoll(name, polls)),
    memory,
    flood: summarizeFlood(floods),
    entries: {
      count: entries.length,
      parts: [...ENTRY_PARTS, 'whole' as const].map((name) =>
        spreadOf(
          name,
          entries.map((entry) => entry[name]),
        ),
      ),
    },
  };
}

function summarizePoll(poll: PollName, rounds: MempoolSamples['polls']): PollRatio {
  const of = (read: (cost: PollCost) => number, side: 'few' | 'many'): number[] =>
    rounds.map((round) => read(round[poll][side]));
  const ratio = (read: (cost: PollCost) => number): number =>
    median(rounds.map((round) => read(round[poll].many) / read(round[poll].few)));
  const elapsed = ({ elapsedMs }: PollCost): number => elapsedMs;
  const cpu = ({ cpuMs, databaseMs = 0 }: PollCost): number => cpuMs + databaseMs;
  return {
    poll,
    time: ratio(elapsed),
    cpu: ratio(cpu),
    manyMs: median(of(elapsed, 'many')),
    fewMs: median(of(elapsed, 'few')),
    manyCpuMs: median(of(cpu, 'many')),
    fewCpuMs: median(of(cpu, 'few')),
  };
}

function summarizeFlood(floods: MempoolSamples['floods']): FloodRatio {
  const rates = floods.map(({ flood, alone }) => alone.busyMs / flood.busyMs);
  return {
    rate: median(rates),
    rates,
    blocksPerSecond: (1_000 * BUSY_BLOCKS) / median(floods.map(({ alone }) => alone.busyMs)),
    spaced: {
      flood: spreadOf(
        'flood',
        floods.flatMap(({ flood }) => flood.spacedMs),
      ),
      alone: spreadOf(
        'alone',
        floods.flatMap(({ alone }) => alone.spacedMs),
      ),
    },
    entered: median(floods.map(({ flood }) => flood.entered / FLOOD)),
  };
}

function spreadOf(name: string, samples: readonly number[]): Spread {
  return { name, median: median(samples), p99: quantile(samples, 0.99) };
}
