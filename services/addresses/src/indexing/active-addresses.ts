import { HOUR_SECONDS, listBegunIntervals } from '@ledgergraph/graph-kit/calendar';
import { type ActiveCountRow, type ActiveState, activeCountRow } from '#/db/active-counts.ts';
import type { ChainAddress } from '#/db/chain-address.ts';

export interface TimedBlock {
  height: number;
  /** Unix seconds. */
  time: number;
}

/**
 * Counts the addresses that consecutive blocks credit or debit, once in every interval: an address is new if its previous block lies
 * before the first of the interval. A block lies in the interval of the latest time up to it, so an interval is a range of heights
 * although block times can go back.
 */
export class ActiveAddresses {
  readonly activeCounts: ActiveCountRow[] = [];
  readonly hourStarts: { hour: number; height: number }[] = [];
  readonly #blocks: readonly TimedBlock[];
  readonly #state: ActiveState;
  #begun = 0;

  /** @param state after the block before these; it is updated */
  constructor(blocks: readonly TimedBlock[], state: ActiveState) {
    this.#blocks = blocks;
    this.#state = state;
  }

  /** Called in chain order. */
  touch(address: ChainAddress, height: number): void {
    while ((this.#blocks[this.#begun - 1]?.height ?? -1) < height) this.#begin();
    const before = address.movedHeight;
    if (before === height) return;
    address.movedHeight = height;
    const { first, counts } = this.#state;
    if (before < 0) this.#state.ever += 1;
    if (before >= first.HOUR) return;
    counts.HOUR += 1;
    if (before < first.DAY) counts.DAY += 1;
    if (before < first.WEEK) counts.WEEK += 1;
    if (before < first.MONTH) counts.MONTH += 1;
  }

  end(): ActiveState {
    while (this.#begun < this.#blocks.length) this.#begin();
    this.#close();
    return this.#state;
  }

  #begin(): void {
    const block = this.#blocks[this.#begun];
    if (block === undefined) throw new Error('a transaction stands above the last block of its batch');
    this.#close();
    this.#begun += 1;
    this.#enter(block);
  }

  #close(): void {
    const block = this.#blocks[this.#begun - 1];
    if (block !== undefined) this.activeCounts.push(activeCountRow(block.height, this.#state));
  }

  #enter({ height, time }: TimedBlock): void {
    const { hour: last, first, counts } = this.#state;
    const hour = Math.floor(time / HOUR_SECONDS);
    if (last !== null && hour <= last) return;
    this.#state.hour = hour;
    this.hourStarts.push({ hour, height });
    const before = last === null ? null : last * HOUR_SECONDS;
    for (const interval of listBegunIntervals(before, hour * HOUR_SECONDS)) {
      first[interval] = height;
      counts[interval] = 0;
    }
  }
}
