import type { BigAddressSamples } from '../big-address/measure-reads.ts';
import { median } from '../measure/quantile.ts';

/** A read of an address with very much against the same of one with little. */
export interface BigAddressRatio {
  read: string;
  /** Median of the rounds' own ratios of elapsed time. */
  time: number;
  pages: { big: number; small: number };
  bigMs: number;
  smallMs: number;
}

export function summarizeBigAddress({ read, rounds, pages }: BigAddressSamples): BigAddressRatio {
  return {
    read,
    time: median(rounds.map(({ big, small }) => big / small)),
    pages,
    bigMs: median(rounds.map(({ big }) => big)),
    smallMs: median(rounds.map(({ small }) => small)),
  };
}
