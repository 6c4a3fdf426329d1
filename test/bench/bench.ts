import { runBackfill } from './backfill/run-backfill.ts';
import { runBigAddress } from './big-address/run-big-address.ts';
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
import { runNodeRpc } from './node-rpc/run-node-rpc.ts';
import { runPortal } from './portal/run-portal.ts';
import { runPublic } from './public-gateways/run-public.ts';
import type { BenchOptions, Part } from './read-options.ts';
import { runReplicas } from './replicas/run-replicas.ts';
import { describeMachine } from './report/describe-machine.ts';
import { hasFault, printSummary } from './report/print-summary.ts';
import { summarizeAlone } from './report/summarize-alone.ts';
import { summarizeBackfill } from './report/summarize-backfill.ts';
import { summarizeBigAddress } from './report/summarize-big-address.ts';
import { summarizeCached } from './report/summarize-cached.ts';
import { summarizeExports } from './report/summarize-exports.ts';
import { summarizeFairness } from './report/summarize-fairness.ts';
import { summarizeShape } from './report/summarize-gateway.ts';
import { summarizeGenerated } from './report/summarize-generated.ts';
import { summarizeLatency } from './report/summarize-latency.ts';
import { summarizeLive } from './report/summarize-live.ts';
import { summarizeMempool } from './report/summarize-mempool.ts';
import { summarizeMoving } from './report/summarize-moving.ts';
import { summarizeNodeRpc } from './report/summarize-node-rpc.ts';
import { summarizePublic } from './report/summarize-public.ts';
import { summarizeReplicas } from './report/summarize-replicas.ts';
import { runWallet } from './wallet/run-wallet.ts';

const SEED = 1;

type Measure = (options: BenchOptions, stand: AsyncDisposableStack) => Promise<unknown>;

/** A part ends its processes with its stand. */
const MEASURES: Record<Part, Measure> = {
  backfill: async ({ rounds }, stand) => (await runBackfill(rounds, stand, progress)).flatMap(summarizeBackfill),
  'generated-backfill': async ({ blocks, rounds }, stand) =>
    summarizeGenerated(await runGenerated({ blocks, seed: SEED, rounds }, stand, progress)),
  'new-block-latency': async ({ rounds }, stand) => summarizeLatency(await runLatency(rounds, stand, progress)),
  gateway: async ({ shapes, rounds }, stand) => (await runGateway(shapes, rounds, stand, progress)).map(summarizeShape),
  'gateway-alone': async ({ rounds }, stand) => {
    const { samples, missing } = await runAlone(rounds, stand, progress);
    return { ratios: samples.map(summarizeAlone), missing };
  },
  'public-gateways': async ({ rounds }, stand) => (await runPublic(rounds, stand, progress)).map(summarizePublic),
  'gateway-cached': async ({ rounds }, stand) => (await runCached(rounds, stand, progress)).map(summarizeCached),
  'gateway-memory': async (_options, stand) => await runMemory(stand, progress),
  'big-address': async ({ rounds }, stand) => (await runBigAddress(rounds, stand, progress)).map(summarizeBigAddress),
  wallet: async ({ rounds }, stand) => (await runWallet(rounds, stand, progress)).map(summarizeBigAddress),
  fairness: async ({ rounds }, stand) => (await runFairness(rounds, stand, progress)).map(summarizeFairness),
  portal: async ({ rounds }, stand) => (await runPortal(rounds, stand, progress)).map(summarizeFairness),
  live: async ({ rounds }, stand) => summarizeLive(await runLive(rounds, stand, progress)),
  mempool: async ({ rounds }, stand) => summarizeMempool(await runMempool(rounds, stand, progress)),
  'node-rpc': async ({ rounds }, stand) => (await runNodeRpc(rounds, stand, progress)).flatMap(summarizeNodeRpc),
  exports: async ({ rounds }, stand) => (await runExports(rounds, stand, progress)).map(summarizeExports),
  'export-reorganised': async (_options, stand) => summarizeMoving(await runMoving(stand, progress)),
  replicas: async ({ rounds }, stand) => summarizeReplicas(await runReplicas(rounds, stand, progress)),
};

/** Summaries go to stdout, progress to stderr. @returns 1 when the gateways answer a query differently, or a replica does */
export async function bench(options: BenchOptions, cleanup: AsyncDisposableStack): Promise<number> {
  const { rounds, json } = options;
  const summaries: Partial<Record<Part, unknown>> = {};
  for (const part of options.parts) {
    const stand = cleanup.use(new AsyncDisposableStack());
    summaries[part] = await MEASURES[part](options, stand);
    await stand.disposeAsync();
  }
  const machine = describeMachine();
  const sections = Object.entries(summaries).map(([part, summary]) => `### ${part}\n\n${printSummary(summary)}`);
  const text = json
    ? JSON.stringify({ machine, rounds, ...summaries }, null, 2)
    : [`Measured on: ${machine}. Medians of ${rounds} rounds.`, ...sections].join('\n\n');
  process.stdout.write(`${text}\n`);
  return hasFault(summaries) ? 1 : 0;
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
