import { IndexerMetrics } from '@ledgergraph/chain-kit/indexing/indexer-metrics';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Commit } from '#/following/follow-chain.ts';
import { PoolMetrics } from '#/pool/pool-metrics.ts';
import type { NetworkFollower } from './network-follower.ts';

type Watched = Pick<NetworkFollower<never>, 'status' | 'nodes'>;

export class FollowerMetrics {
  readonly #registry: Registry;
  readonly #indexer: IndexerMetrics;
  readonly pool: PoolMetrics;

  constructor(registry: Registry) {
    this.#registry = registry;
    this.#indexer = new IndexerMetrics(registry);
    this.pool = new PoolMetrics(registry);
  }

  /** A replacing branch counts as a revert and as applied blocks, which share their time. */
  committed(name: string, { applied, reverted, seconds }: Commit): void {
    if (reverted > 0) this.#indexer.stepped({ name }, { kind: 'reverted', blocks: reverted }, seconds);
    this.#indexer.stepped({ name }, { kind: 'applied', blocks: applied }, seconds);
  }

  failed(name: string): void {
    this.#indexer.failed({ name });
  }

  watch(followers: readonly Watched[]): void {
    const statuses = () => followers.map((follower) => follower.status());
    const states = () => followers.map((follower) => ({ chain: follower.status().name, ...follower.nodes() }));
    this.#indexer.watch(statuses);
    this.#watchEndpoints(states);
    new Counter({
      name: 'ledgergraph_node_switches_total',
      help: 'How often another node than the one before was followed',
      labelNames: ['chain'],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const { chain, switches } of states()) this.inc({ chain }, switches);
      },
    });
    new Counter({
      name: 'ledgergraph_node_errors_total',
      help: 'Failed requests to a node, by the name of the error; refusals of the daemon itself are not counted',
      labelNames: ['chain', 'endpoint', 'kind'],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const { chain, endpoints } of states()) {
          for (const { name: endpoint, failures } of endpoints) {
            for (const [kind, count] of failures) this.inc({ chain, endpoint, kind }, count);
          }
        }
      },
    });
  }

  #watchEndpoints(states: () => (ReturnType<Watched['nodes']> & { chain: string })[]): void {
    const registers = [this.#registry];
    const labelNames = ['chain', 'endpoint'];
    new Gauge({
      name: 'ledgergraph_node_height',
      help: 'Tip of each node, as it last reported',
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const { chain, endpoints } of states()) {
          for (const { name: endpoint, info } of endpoints)
            if (info !== null) this.set({ chain, endpoint }, info.blocks);
        }
      },
    });
    new Gauge({
      name: 'ledgergraph_node_chosen',
      help: '1 for the node that is followed',
      labelNames,
      registers,
      collect() {
        for (const { chain, endpoints } of states()) {
          for (const { name: endpoint, chosen } of endpoints) this.set({ chain, endpoint }, chosen ? 1 : 0);
        }
      },
    });
    new Gauge({
      name: 'ledgergraph_node_silent_seconds',
      help: 'Since a node last answered well; absent: it never has',
      labelNames,
      registers,
      collect() {
        for (const { chain, endpoints } of states()) {
          for (const { name: endpoint, answeredAt } of endpoints) {
            if (answeredAt !== null) this.set({ chain, endpoint }, (Date.now() - answeredAt.getTime()) / 1000);
          }
        }
      },
    });
  }
}
