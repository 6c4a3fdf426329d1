import type { DataLayerSamples, ReadCpu } from '../data-layer/run-data-layer.ts';
import { median } from '../measure/quantile.ts';

/** CPU time of client and Postgres together. */
export interface DataLayerRatio {
  read: string;
  /** Median of the rounds' own ratios. */
  cpu: number;
  rawUs: number;
  typedUs: number;
}

export function summarizeDataLayer({ read, rounds }: DataLayerSamples): DataLayerRatio {
  return {
    read,
    cpu: median(rounds.map(({ raw, typed }) => sum(typed) / sum(raw))),
    rawUs: median(rounds.map(({ raw }) => sum(raw))),
    typedUs: median(rounds.map(({ typed }) => sum(typed))),
  };
}

function sum({ client, postgres }: ReadCpu): number {
  return client + postgres;
}
