import type { MemoryCurve } from '../gateway-memory/run-memory.ts';
import type { LiveSamples } from '../live/run-live.ts';
import { printAlone } from './print-alone.ts';
import { printBackfill } from './print-backfill.ts';
import { printBigAddress } from './print-big-address.ts';
import { type CachedRatio, printCached } from './print-cached.ts';
import { type DataLayerRatio, printDataLayer } from './print-data-layer.ts';
import { type ExportRatio, printExports } from './print-exports.ts';
import { type Fairness, printFairness } from './print-fairness.ts';
import { printGateway } from './print-gateway.ts';
import { printGenerated } from './print-generated.ts';
import { printLatency } from './print-latency.ts';
import { printLive } from './print-live.ts';
import { printMemory } from './print-memory.ts';
import { printMempool } from './print-mempool.ts';
import { type MovingSummary, printMoving } from './print-moving.ts';
import { type PublicRatio, printPublic } from './print-public.ts';
import { printReplicas } from './print-replicas.ts';
import type { AloneRatio } from './summarize-alone.ts';
import type { BackfillRatio } from './summarize-backfill.ts';
import type { BigAddressRatio } from './summarize-big-address.ts';
import type { ShapeRatio } from './summarize-gateway.ts';
import type { GeneratedSummary } from './summarize-generated.ts';
import type { LatencySummary } from './summarize-latency.ts';
import type { MempoolSummary } from './summarize-mempool.ts';
import type { ReplicasSummary } from './summarize-replicas.ts';

/** Results of a run; parts that were not measured are absent. */
export interface Report {
  machine: string;
  rounds: number;
  backfill?: BackfillRatio[];
  generated?: GeneratedSummary;
  latency?: LatencySummary;
  gateway?: ShapeRatio[];
  gatewayAlone?: { ratios: AloneRatio[]; missing: string[] };
  publicGateways?: PublicRatio[];
  gatewayCached?: CachedRatio[];
  gatewayMemory?: MemoryCurve;
  bigAddress?: BigAddressRatio[];
  wallet?: BigAddressRatio[];
  dataLayer?: DataLayerRatio[];
  live?: LiveSamples;
  mempool?: MempoolSummary;
  replicas?: ReplicasSummary;
  fairness?: Fairness[];
  portal?: Fairness[];
  exports?: ExportRatio[];
  movingExport?: MovingSummary;
}

/** The report for people, in Markdown. */
export function printReport(report: Report): string {
  const {
    machine,
    rounds,
    backfill,
    generated,
    latency,
    gateway,
    gatewayAlone: alone,
    publicGateways,
    gatewayCached,
    gatewayMemory,
    bigAddress,
    wallet,
    dataLayer,
    live,
    mempool,
    replicas,
    fairness,
    portal,
    exports: exported,
    movingExport,
  } = report;
  return [
    `Measured on: ${machine}. Medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}.`,
    ...(backfill === undefined ? [] : ['### Backfill', printBackfill(backfill)]),
    ...(generated === undefined ? [] : ['### Backfill of a generated chain', printGenerated(generated)]),
    ...(latency === undefined ? [] : ['### Latency of a new block', printLatency(latency)]),
    ...(gateway === undefined ? [] : ['### Gateway', printGateway(gateway)]),
    ...(alone === undefined ? [] : ['### Gateway alone', printAlone(alone.ratios, alone.missing)]),
    ...(publicGateways === undefined ? [] : ['### The public benchmark', printPublic(publicGateways)]),
    ...(gatewayCached === undefined ? [] : ['### Gateway, cached', printCached(gatewayCached)]),
    ...(gatewayMemory === undefined ? [] : ['### Gateway, memory and start', printMemory(gatewayMemory)]),
    ...(bigAddress === undefined ? [] : ['### An address with a million transactions', printBigAddress(bigAddress)]),
    ...(wallet === undefined ? [] : ['### A wallet of a thousand addresses', printBigAddress(wallet, ['many', 'one'])]),
    ...(dataLayer === undefined ? [] : ['### Typed client against raw statements', printDataLayer(dataLayer)]),
    ...(live === undefined ? [] : ['### Live', printLive(live)]),
    ...(mempool === undefined ? [] : ['### Mempool', printMempool(mempool)]),
    ...(replicas === undefined ? [] : ['### Read replicas', printReplicas(replicas)]),
    ...(fairness === undefined ? [] : ['### One team attacks, another reads', printFairness(fairness)]),
    ...(portal === undefined ? [] : ['### A flood of pages, beside reads of the API', printFairness(portal)]),
    ...(exported === undefined ? [] : ['### Exports', printExports(exported)]),
    ...(movingExport === undefined
      ? []
      : ['### A large export while the tip is reorganised', printMoving(movingExport)]),
  ].join('\n\n');
}
