import { runBackfill } from './backfill/run-backfill.ts';
import { runBigAddress } from './big-address/run-big-address.ts';
import { runDataLayer } from './data-layer/run-data-layer.ts';
import { runGateway } from './gateway/run-gateway.ts';
import { runAlone } from './gateway-alone/run-alone.ts';
import { runCached } from './gateway-cached/run-cached.ts';
import { runMemory } from './gateway-memory/run-memory.ts';
import { runGenerated } from './generated-backfill/run-generated.ts';

import { runLatency } from './latency/run-latency.ts';
import { runLive } from './live/run-live.ts';
import { runMempool } from './mempool/run-mempool.ts';

import { runPublic } from './public-gateways/run-public.ts';
import type { BenchOptions } from './read-options.ts';
import { describeMachine } from './report/describe-machine.ts';
import { summarizeCached } from './report/print-cached.ts';
import { summarizeDataLayer } from './report/print-data-layer.ts';
import { summarizePublic } from './report/print-public.ts';
import { printReport, type Report } from './report/print-report.ts';
import { summarizeAlone } from './report/summarize-alone.ts';
import { summarizeBackfill } from './report/summarize-backfill.ts';
import { summarizeBigAddress } from './report/summarize-big-address.ts';
import { summarizeShape } from './report/summarize-gateway.ts';
import { summarizeGenerated } from './report/summarize-generated.ts';
import { summarizeLatency } from './report/summarize-latency.ts';
import { summarizeMempool } from './report/summarize-mempool.ts';

/** Seed of the generated chain. */
const SEED = 1;

/**
 * Measures, and prints the report; progress goes to stderr.
 * @returns the exit code: 1 when the gateways answer a query differently
 */
export async function bench(
  { rounds, parts, shapes, blocks, json }: BenchOptions,
  cleanup: AsyncDisposableStack,
): Promise<number> {
  const report: Report = { machine: describeMachine(), rounds };
  if (parts.includes('backfill')) {
    const stand = cleanup.use(new AsyncDisposableStack());
    report.backfill = (await runBackfill(rounds, stand, progress)).flatMap(summarizeBackfill);
    await stand.disposeAsync();
  }
  if (parts.includes('generated-backfill')) {
    const stand = cleanup.use(new AsyncDisposableStack());
    report.generated = summarizeGenerated(await runGenerated({ blocks, seed: SEED, rounds }, stand, progress));
    await stand.disposeAsync();
  }
  if (parts.includes('new-block-latency')) {
    const stand = cleanup.use(new AsyncDisposableStack());
    report.latency = summarizeLatency(await runLatency(rounds, stand, progress));
    await stand.disposeAsync();
  }
  if (parts.includes('gateway')) {
    const stand = cleanup.use(new AsyncDisposableStack());
    report.gateway = (await runGateway(shapes, rounds, stand, progress)).map(summarizeShape);
    await stand.disposeAsync();
  }
  if (parts.includes('gateway-alone')) {
    const { samples, missing } = await runAlone(rounds, cleanup, progress);
    report.gatewayAlone = { ratios: samples.map(summarizeAlone), missing };
  }
  if (parts.includes('public-gateways')) {
    const stand = cleanup.use(new AsyncDisposableStack());
    report.publicGateways = (await runPublic(rounds, stand, say)).map(summarizePublic);
    await stand.disposeAsync();
  }
  if (parts.includes('gateway-cached')) {
    const stand = cleanup.use(new AsyncDisposableStack());
    report.gatewayCached = (await runCached(rounds, stand, progress)).map(summarizeCached);
    await stand.disposeAsync();
  }
  if (parts.includes('gateway-memory')) {
    const stand = cleanup.use(new AsyncDisposableStack());
    report.gatewayMemory = await runMemory(stand, progress);
    await stand.disposeAsync();
  }
  if (parts.includes('big-address')) {
    const stand = cleanup.use(new AsyncDisposableStack());
    report.bigAddress = (await runBigAddress(rounds, stand, progress)).map(summarizeBigAddress);
    await stand.disposeAsync();
  }
  if (parts.includes('data-layer')) {
    const stand = cleanup.use(new AsyncDisposableStack());
    report.dataLayer = (await runDataLayer(rounds, stand, progress)).map(summarizeDataLayer);
    await stand.disposeAsync();
  }
  if (parts.includes('live')) {
    const stand = cleanup.use(new AsyncDisposableStack());
    report.live = await runLive(rounds, stand, progress);
    await stand.disposeAsync();
  }
  if (parts.includes('mempool')) {
    const stand = cleanup.use(new AsyncDisposableStack());
    report.mempool = summarizeMempool(await runMempool(rounds, stand, progress));
    await stand.disposeAsync();
  }
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : printReport(report)}\n`);
  const compared = [
    ...(report.gateway ?? []),
    ...(report.gatewayAlone?.ratios ?? []),
    ...(report.publicGateways ?? []),
  ];
  return compared.some(({ fault }) => fault !== null) ? 1 : 0;
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
