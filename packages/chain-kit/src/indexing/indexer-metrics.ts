import type { Network } from '@ledgergraph/graph-kit/network';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ChainStatus, IndexerObserver } from './indexed-chain.ts';
import type { SyncStep } from './sync-chain.ts';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const DEPTHS = [1, 2, 5, 10, 20, 50, 100, 200];

/** The follower of blocks has the same metrics, since it applies blocks too. */
export class IndexerMetrics implements IndexerObserver {
  readonly #registry: Registry;
  readonly #applied: Counter;
  readonly #seconds: Histogram;
  readonly #depth: Histogram;
  readonly #failures: Counter;

  constructor(registry: Registry) {
    this.#registry = registry;
    const registers = [registry];
    const labelNames = ['chain'];
    this.#applied = new Counter({
      name: 'ledgergraph_indexer_blocks_applied_total',
      help: 'Blocks whose rows were written; one that comes back after a reorganisation counts again',
      labelNames,
      registers,
    });
    this.#seconds = new Histogram({
      name: 'ledgergraph_indexer_batch_duration_seconds',
      help: 'From asking for blocks to the commit of their rows, by whether they were applied or reverted',
      labelNames: ['chain', 'kind'],
      buckets: SECONDS,
      registers,
    });
    this.#depth = new Histogram({
      name: 'ledgergraph_indexer_reorg_depth_blocks',
      help: 'Reorganisations by how many blocks they reverted',
      labelNames,
      buckets: DEPTHS,
      registers,
    });
    this.#failures = new Counter({
      name: 'ledgergraph_indexer_failures_total',
      help: 'Steps that failed; each is retried, nothing is skipped',
      labelNames,
      registers,
    });
  }

  stepped(
    { name: chain }: Pick<Network, 'name'>,
    { kind, blocks }: Pick<SyncStep, 'kind' | 'blocks'>,
    seconds: number,
  ): void {
    this.#seconds.observe({ chain, kind }, seconds);
    if (kind === 'applied') this.#applied.inc({ chain }, blocks);
    if (kind === 'reverted') this.#depth.observe({ chain }, blocks);
  }

  failed({ name: chain }: Pick<Network, 'name'>): void {
    this.#failures.inc({ chain });
  }

  watch(status: () => readonly Pick<ChainStatus, 'name' | 'cursor' | 'failingSince'>[]): void {
    const registers = [this.#registry];
    const labelNames = ['chain'];
    new Gauge({
      name: 'ledgergraph_indexer_height',
      help: 'Height of the block applied last; -1: none',
      labelNames,
      registers,
      collect() {
        // A chain may have been withdrawn or renamed.
        this.reset();
        for (const { name: chain, cursor } of status()) this.set({ chain }, cursor?.height ?? -1);
      },
    });
    new Gauge({
      name: 'ledgergraph_indexer_failing_seconds',
      help: 'How long the current step has kept failing; 0 while all is well',
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const { name: chain, failingSince } of status()) {
          this.set({ chain }, failingSince === null ? 0 : (Date.now() - failingSince.getTime()) / 1000);
        }
      },
    });
  }
}
