import {
  CALENDAR_INTERVALS,
  type CalendarInterval,
  HOUR_SECONDS,
  listBegunIntervals,
} from '@ledgergraph/graph-kit/calendar';

export interface CurrencyTotal {
  /** -1 if no block moved it. */
  height: number;
  transferred: bigint;
  converted: bigint;
}

export interface VolumeState {
  /** Hour of the latest time, counted from 1970. */
  hour: number | null;
  /** First block of each interval that the block lies in. */
  first: Record<CalendarInterval, number>;
  conversions: number;
  totals: Map<string, CurrencyTotal>;
}

export interface VolumeBlock {
  height: number;
  /** Unix seconds. */
  time: number;
  conversions: number;
  moved: readonly { currencyId: string; transferred: bigint; converted: bigint }[];
}

export interface VolumeRows {
  hours: { hour: number; height: number }[];
  conversions: { height: number; conversions: number }[];
  totals: ({ currencyId: string } & CurrencyTotal)[];
  /** Each currency from its first move in the interval on. */
  members: { interval: CalendarInterval; fromHeight: number; currencyId: string; height: number }[];
}

/**
 * A block lies in the interval of the latest time up to it (ADR 56), so an interval is a range of heights.
 * @param state after the block before these; it is moved on
 */
export function addVolumes(state: VolumeState, blocks: readonly VolumeBlock[]): VolumeRows {
  const rows: VolumeRows = { hours: [], conversions: [], totals: [], members: [] };
  for (const block of blocks) {
    beginIntervals(rows, state, block);
    if (block.conversions > 0) {
      state.conversions += block.conversions;
      rows.conversions.push({ height: block.height, conversions: state.conversions });
    }
    moveCurrencies(rows, state, block);
  }
  return rows;
}

function beginIntervals(rows: VolumeRows, state: VolumeState, { height, time }: VolumeBlock): void {
  const hour = Math.floor(time / HOUR_SECONDS);
  const last = state.hour;
  if (last !== null && hour <= last) return;
  state.hour = hour;
  rows.hours.push({ hour, height });
  const before = last === null ? null : last * HOUR_SECONDS;
  for (const interval of listBegunIntervals(before, hour * HOUR_SECONDS)) state.first[interval] = height;
}

function moveCurrencies(rows: VolumeRows, { first, totals }: VolumeState, { height, moved }: VolumeBlock): void {
  const touched = new Map<string, CurrencyTotal>();
  for (const { currencyId, transferred, converted } of moved) {
    const before = totals.get(currencyId) ?? { height: -1, transferred: 0n, converted: 0n };
    if (before.height < height) {
      for (const interval of CALENDAR_INTERVALS) {
        if (before.height >= first[interval]) continue;
        rows.members.push({ interval, fromHeight: first[interval], currencyId, height });
      }
    }
    const after = {
      height,
      transferred: before.transferred + transferred,
      converted: before.converted + converted,
    };
    totals.set(currencyId, after);
    touched.set(currencyId, after);
  }
  for (const [currencyId, total] of touched) rows.totals.push({ currencyId, ...total });
}
