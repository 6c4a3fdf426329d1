import { runBackfill } from './backfill/run-backfill.ts';
import { runBigAddress } from './big-address/run-big-address.ts';
import { runDataLayer } from './data-layer/run-data-layer.ts';
import { runExports } from './exports/run-exports.ts';
import { runMoving } from './exports/run-moving.ts';
import { runFairness } from './fairness/run-fairness.ts';
import { runGateway } from './gateway/run-gateway.ts';
import { runAlone } from './gateway-alone/run-alone.ts';
import { runCached } from './gateway-cached/run-cached.ts';
import { runMemory } from './gateway-memory/run-memory.ts';
import { runGenerated } from './generated-backfill/run-generated.ts';

import { runLatency } from './latency/run-latency.ts';
import { runLive } from './live/run-live.ts';
import { runMempool } from './mempool/run-mempool.ts';
import { runPortal } from './portal/run-portal.ts';

import { runPublic } from './public-gateways/run-public.ts';
import type { BenchOptions, Part } from './read-options.ts';
import { runReplicas } from './replicas/run-replicas.ts';
import { describeMachine } from './report/describe-machine.ts';
import { summarizeCached } from './report/print-cached.ts';
import { summarizeDataLayer } from './report/print-data-layer.ts';
import { summarizeExports } from './report/print-exports.ts';
import { summarizeFairness } from './report/print-fairness.ts';
import { summarizeMoving } from './report/print-moving.ts';
import { summarizePublic } from './report/print-public.ts';
import { printReport, type Report } from './report/print-report.ts';
import { summarizeAlone } from './report/summarize-alone.ts';
import { summarizeBackfill } from './report/summarize-backfill.ts';
import { summarizeBigAddress } from './report/summarize-big-address.ts';
import { summarizeShape } from './report/summarize-gateway.ts';
import { summarizeGenerated } from './report/summarize-generated.ts';
import { summarizeLatency } from './report/summarize-latency.ts';
import { summarizeMempool } from './report/summarize-mempool.ts';
import { summarizeReplicas } from './report/summarize-replicas.ts';
import { runWallet } from './wallet/run-wallet.ts';

/** Seed of the generated chain. */
const SEED = 1;

type Measure = (options: BenchOptions, report: Report, stand: AsyncDisposableStack) => Promise<void>;

/** Each part adds its figures to the report. What it starts ends with it. */
const MEASURES: Record<Part, Measure> = {
  backfill: async ({ rounds }, report, stand) => {
    report.backfill = (await runBackfill(rounds, stand, progress)).flatMap(summarizeBackfill);
  },
  'generated-backfill': async ({ blocks, rounds }, report, stand) => {
    report.generated = summarizeGenerated(await runGenerated({ blocks, seed: SEED, rounds }, stand, progress));
  },
  'new-block-latency': async ({ rounds }, report, stand) => {
    report.latency = summarizeLatency(await runLatency(rounds, stand, progress));
  },
  gateway: async ({ shapes, rounds }, report, stand) => {
    report.gateway = (await runGateway(shapes, rounds, stand, progress)).map(summarizeShape);
  },
  'gateway-alone': async ({ rounds }, report, stand) => {
    const { samples, missing } = await runAlone(rounds, stand, progress);
    report.gatewayAlone = { ratios: samples.map(summarizeAlone), missing };
  },
  'public-gateways': async ({ rounds }, report, stand) => {
    report.publicGateways = (await runPublic(rounds, stand, progress)).map(summarizePublic);
  },
  'gateway-cached': async ({ rounds }, report, stand) => {
    report.gatewayCached = (await runCached(rounds, stand, progress)).map(summarizeCached);
  },
  'gateway-memory': async (_options, report, stand) => {
    report.gatewayMemory = await runMemory(stand, progress);
  },
  'big-address': async ({ rounds }, report, stand) => {
    report.bigAddress = (await runBigAddress(rounds, stand, progress)).map(summarizeBigAddress);
  },
  wallet: async ({ rounds }, report, stand) => {
    report.wallet = (await runWallet(rounds, stand, progress)).map(summarizeBigAddress);
  },
  'data-layer': async ({ rounds }, report, stand) => {
    report.dataLayer = (await runDataLayer(rounds, stand, progress)).map(summarizeDataLayer);
  },
  fairness: async ({ rounds }, report, stand) => {
    report.fairness = (await runFairness(rounds, stand, progress)).map(summarizeFairness);
  },
  portal: async ({ rounds }, report, stand) => {
    report.portal = (await runPortal(rounds, stand, progress)).map(summarizeFairness);
  },
  live: async ({ rounds }, report, stand) => {
    report.live = await runLive(rounds, stand, progress);
  },
  mempool: async ({ rounds }, report, stand) => {
    report.mempool = summarizeMempool(await runMempool(rounds, stand, progress));
  },
  exports: async ({ rounds }, report, stand) => {
    report.exports = (await runExports(rounds, stand, progress)).map(summarizeExports);
  },
  'export-reorganised': async (_options, report, stand) => {
    report.movingExport = summarizeMoving(await runMoving(stand, progress));
  },
  replicas: async ({ rounds }, report, stand) => {
    report.replicas = summarizeReplicas(await runReplicas(rounds, stand, progress));
  },
};

/**
 * Measures, and prints the report; progress goes to stderr.
 * @returns the exit code: 1 when the gateways answer a query differently, or a replica does
 */
export async function bench(options: BenchOptions, cleanup: AsyncDisposableStack): Promise<number> {
  const report: Report = { machine: describeMachine(), rounds: options.rounds };
  for (const part of options.parts) {
    const stand = cleanup.use(new AsyncDisposableStack());
    await MEASURES[part](options, report, stand);
    await stand.disposeAsync();
  }
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : printReport(report)}\n`);
  const compared = [
    ...(report.gateway ?? []),
    ...(report.gatewayAlone?.ratios ?? []),
    ...(report.publicGateways ?? []),
  ];
  const isWrong = compared.some(({ fault }) => fault !== null) || (report.replicas?.wrong ?? 0) > 0;
  if (report.movingExport?.isRight === false) return 1;
  return isWrong ? 1 : 0;
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
