import type { BlockPlace } from '@ledgergraph/chain-kit/chain/cursor';
import { listNetworks } from '@ledgergraph/chain-kit/chain/network';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { Gauge, type Registry } from 'prom-client';
import { findLastFinalityBreak } from '#/db/reorg-rows.ts';
import { loadChainProgress, OWN_NAME } from './load-chain-progress.ts';

/** How every chain stands, read from the database whenever the metrics are. */
export function registerChainMetrics(registry: Registry, db: SqlExecutor, subgraphs: readonly string[]): void {
  registerProgress(registry, db, subgraphs);
  registerFinalityBreaks(registry, db);
}

function registerFinalityBreaks(registry: Registry, db: SqlExecutor): void {
  new Gauge({
    name: 'ledgergraph_finality_break_timestamp_seconds',
    help: 'When the chain last replaced final blocks, in Unix seconds; absent where it never did',
    labelNames: ['chain'],
    registers: [registry],
    async collect() {
      this.reset();
      const networks = await listNetworks(db).catch(() => []);
      for (const { chainId, name } of networks) {
        const broken = await findLastFinalityBreak(db, chainId).catch(() => null);
        if (broken !== null) this.set({ chain: name }, broken.at.getTime() / 1000);
      }
    },
  });
}

function registerProgress(registry: Registry, db: SqlExecutor, subgraphs: readonly string[]): void {
  let reading: Promise<void> | undefined;
  // The gauges are collected side by side: the first one reads for all.
  const collect = (): Promise<void> => {
    // While the database is away these gauges are absent: the process's other metrics must be told all the same.
    reading ??= readGauges()
      .catch(forget)
      .finally(() => {
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
  const lag = gauge('subgraph_lag_seconds', 'How long a subgraph has had blocks to apply; 0: it has them all', [
    'chain',
    'subgraph',
  ]);
  const lagBlocks = gauge('subgraph_lag_blocks', 'Blocks between the tip of the node and what a subgraph has applied', [
    'chain',
    'subgraph',
  ]);
  const tipAge = gauge('tip_age_seconds', 'Since the block that queries read was made, by its own clock', ['chain']);
  const nodeAnswers = gauge('node_answers', '1 while a node of the chain answers whose chain can be used', ['chain']);
  const info = gauge('chain_info', '1; joins the name of a chain with its id and its time between blocks', [
    'chain',
    'chain_id',
    'block_time_seconds',
  ]);

  const gauges = [stalled, stalledSeconds, behind, height, lag, lagBlocks, tipAge, nodeAnswers, info];
  const forget = (): void => {
    for (const each of gauges) each.reset();
  };

  async function readGauges(): Promise<void> {
    const now = new Date();
    const networks = await listNetworks(db);
    const all = await Promise.all(networks.map((network) => loadChainProgress(db, network, subgraphs, now)));
    const times = await Promise.all(all.map(({ network, tip }) => findBlockTime(db, network.chainId, tip)));
    forget();
    for (const [index, { network, tip, nodeHeight, stalls, aheadSince, subgraphs: rows }] of all.entries()) {
      const chain = network.name;
      stalled.set({ chain }, stalls.length > 0 ? 1 : 0);
      nodeAnswers.set({ chain }, nodeHeight === null ? 0 : 1);
      if (nodeHeight !== null) behind.set({ chain }, Math.max(nodeHeight - (tip?.height ?? -1), 0));
      const time = times[index];
      if (time !== undefined) tipAge.set({ chain }, Math.max(now.getTime() / 1000 - time, 0));
      info.set({ chain, chain_id: network.chainId, block_time_seconds: network.blockTimeSeconds }, 1);
      for (const { consumer: subgraph, shared, behindSince } of rows) {
        const has = shared?.height ?? -1;
        height.set({ chain, subgraph }, has);
        if (nodeHeight !== null) lagBlocks.set({ chain, subgraph }, Math.max(nodeHeight - has, 0));
        const since = subgraph === OWN_NAME ? aheadSince : behindSince;
        lag.set({ chain, subgraph }, since === null ? 0 : (now.getTime() - since.getTime()) / 1000);
      }
      for (const { part, since } of stalls) {
        stalledSeconds.set({ chain, part }, (now.getTime() - since.getTime()) / 1000);
      }
    }
  }
}

/** Unix seconds; undefined for a block that is not (any more) applied. */
async function findBlockTime(db: SqlExecutor, chainId: string, tip: BlockPlace | null): Promise<number | undefined> {
  if (tip === null) return undefined;
  const rows = await db.$queryRawUnsafe<{ time: number }[]>(
    'SELECT time FROM applied_block WHERE chain_id = $1 AND height = $2 AND hash = $3',
    chainId,
    tip.height,
    tip.hash,
  );
  return rows[0]?.time;
}
