import type { LiveSamples } from '../live/run-live.ts';
import { median, quantile } from '../measure/quantile.ts';

export interface LiveRatio {
  streams: string;
  ours: number;
  rival: number | null;
  ratio: number | null;
}

export function summarizeLive(samples: LiveSamples): LiveRatio[] {
  const { bytesPerIdleStream, ours, bare, lookupsPerBlock, queryRates, catchUp, installed } = samples;
  const row = (streams: string, value: number, rival?: number): LiveRatio => ({
    streams,
    ours: value,
    rival: rival ?? null,
    ratio: rival === undefined ? null : value / rival,
  });
  return [
    row('resident kB of an idle stream, of 5,000', bytesPerIdleStream / 1_000),
    row('ms until the last of 1,000 has the event, median; a bare server', median(ours), median(bare)),
    row('the same, 99th percentile', quantile(ours, 0.99), quantile(bare, 0.99)),
    row('look-ups per block for 1,000 streams of 100 addresses', lookupsPerBlock),
    row('queries per second with 1,000 streams open ÷ without', median(queryRates)),
    row('blocks per second over 10,000 as events; as pages', median(catchUp.streamed), median(catchUp.paged)),
    row('the same over a whole installation', median(installed.streamed), median(installed.paged)),
  ];
}
