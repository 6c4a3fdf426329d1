import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { listNetworks } from '@ledgergraph/service-kit/indexing/network';
import { Gauge, type Registry } from 'prom-client';
import { loadChainProgress } from '#/progress/load-chain-progress.ts';

/** How every chain stands, read from the database whenever the metrics are. */
export function registerChainMetrics(registry: Registry, db: SqlExecutor, subgraphs: readonly string[]): void {
  let reading: Promise<void> | undefined;
  // The gauges are collected side by side: the first one reads for all.
  const collect = (): Promise<void> => {
    reading ??= readGauges().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const gauge = (name: string, help: string, labelNames: string[]): Gauge =>
    new Gauge({ name: `ledgergraph_${name}`, help, labelNames, registers: [registry], collect });
  const stalled = gauge('chain_stalled', '1 while something of a chain is stuck', ['chain']);
  const stalledSeconds = gauge('stalled_seconds', 'How long a part of the service has been stuck', ['chain', 'part']);
  const behind = gauge('blocks_behind', 'Blocks between what queries read and the tip of the node', ['chain']);
  const height = gauge('subgraph_height', 'Highest main-chain block that a subgraph has applied', [
    'chain',
    'subgraph',
  ]);
  const nodeAnswers = gauge('node_answers', '1 while a node of the chain answers', ['chain']);

  async function readGauges(): Promise<void> {
    const now = new Date();
    const networks = await listNetworks(db);
    const all = await Promise.all(networks.map((network) => loadChainProgress(db, network, subgraphs, now)));
    for (const each of [stalled, stalledSeconds, behind, height, nodeAnswers]) each.reset();
    for (const { network, tip, nodeHeight, stalls, subgraphs: rows } of all) {
      const chain = network.name;
      stalled.set({ chain }, stalls.length > 0 ? 1 : 0);
      nodeAnswers.set({ chain }, nodeHeight === null ? 0 : 1);
      if (nodeHeight !== null) behind.set({ chain }, Math.max(nodeHeight - (tip?.height ?? -1), 0));
      for (const { consumer, shared } of rows) height.set({ chain, subgraph: consumer }, shared?.height ?? -1);
      for (const { part, since } of stalls) {
        stalledSeconds.set({ chain, part }, (now.getTime() - since.getTime()) / 1000);
      }
    }
  }
}
