import type { BigAddressSamples } from '../big-address/measure-reads.ts';
import { median } from '../measure/quantile.ts';

export interface BigAddressRatio {
  read: string;
  /** Median of the rounds' own ratios. */
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
