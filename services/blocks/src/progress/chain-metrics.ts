import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { LastAnswers } from '@ledgergraph/chain-kit/databases/last-answers';
import { listOwnNetworks } from '@ledgergraph/chain-kit/databases/own-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import { Gauge, type Registry } from 'prom-client';
import { type ChainProgress, loadChainProgress, OWN_NAME } from './load-chain-progress.ts';

const CHAIN = ['chain'];
const SUBGRAPH = ['chain', 'subgraph'];

export function registerChainMetrics(
  registry: Registry,
  databases: ByChain<SqlExecutor>,
  subgraphs: readonly string[],
): void {
  const chains = new LastAnswers(databases.list(), async (db) => {
    const now = new Date();
    const networks = await listOwnNetworks(databases, db);
    const all = await Promise.all(networks.map((network) => loadChainProgress(db, network, subgraphs, now)));
    const times = await Promise.all(all.map(({ network, tip }) => findBlockTime(db, network.chainId, tip)));
    return all.map((progress, index) => ({ progress, time: times[index], now }));
  });
  let reading: Promise<void> | undefined;
  // The gauges are collected concurrently: the first one reads for all.
  const collect = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const gauges = createGauges(registry, collect);
  const read = async (): Promise<void> => {
    const answers = await chains.ask();
    for (const each of Object.values(gauges)) each.reset();
    // The gauges of a database that is away are absent; all others must still be served.
    for (const { last, fault } of answers) {
      if (fault !== undefined) continue;
      for (const { progress, time, now } of last?.answer ?? []) setGauges(gauges, progress, time, now);
    }
  };
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges(registry: Registry, collect: () => Promise<void>) {
  const gauge = (name: string, help: string, labelNames: string[]): Gauge =>
    new Gauge({ name: `ledgergraph_${name}`, help, labelNames, registers: [registry], collect });
  return {
    stalled: gauge('chain_stalled', '1 while something of a chain is stuck', CHAIN),
    stalledSeconds: gauge('stalled_seconds', 'How long a part of the service has been stuck', ['chain', 'part']),
    behind: gauge('blocks_behind', 'Blocks between what queries read and the tip of the node', CHAIN),
    height: gauge('subgraph_height', 'Highest main-chain block that a subgraph has applied', SUBGRAPH),
    lag: gauge('subgraph_lag_seconds', 'How long a subgraph has had blocks to apply; 0: it has them all', SUBGRAPH),
    lagBlocks: gauge(
      'subgraph_lag_blocks',
      'Blocks between the tip of the node and what a subgraph has applied',
      SUBGRAPH,
    ),
    tipAge: gauge('tip_age_seconds', 'Since the block that queries read was made, by its own clock', CHAIN),
    nodeAnswers: gauge('node_answers', '1 while a node of the chain answers whose chain can be used', CHAIN),
    finalityBroken: gauge(
      'finality_break_timestamp_seconds',
      'When the chain last replaced final blocks, in Unix seconds; absent where it never did',
      CHAIN,
    ),
    info: gauge('chain_info', '1; joins the name of a chain with its id and its time between blocks', [
      'chain',
      'chain_id',
      'block_time_seconds',
    ]),
  };
}

/** @param time Unix seconds of the block that queries read; undefined if it is not applied any more */
function setGauges(gauges: Gauges, progress: ChainProgress, time: number | undefined, now: Date): void {
  const { network, tip, nodeHeight, stalls, aheadSince, lastFinalityBreak, subgraphs } = progress;
  const chain = network.name;
  const secondsSince = (date: Date): number => (now.getTime() - date.getTime()) / 1000;
  gauges.stalled.set({ chain }, stalls.length > 0 ? 1 : 0);
  gauges.nodeAnswers.set({ chain }, nodeHeight === null ? 0 : 1);
  if (nodeHeight !== null) gauges.behind.set({ chain }, Math.max(nodeHeight - (tip?.height ?? -1), 0));
  if (time !== undefined) gauges.tipAge.set({ chain }, Math.max(now.getTime() / 1000 - time, 0));
  if (lastFinalityBreak !== null) gauges.finalityBroken.set({ chain }, lastFinalityBreak.at.getTime() / 1000);
  gauges.info.set({ chain, chain_id: network.chainId, block_time_seconds: network.blockTimeSeconds }, 1);
  for (const { consumer: subgraph, shared, behindSince } of subgraphs) {
    const has = shared?.height ?? -1;
    gauges.height.set({ chain, subgraph }, has);
    if (nodeHeight !== null) gauges.lagBlocks.set({ chain, subgraph }, Math.max(nodeHeight - has, 0));
    const since = subgraph === OWN_NAME ? aheadSince : behindSince;
    gauges.lag.set({ chain, subgraph }, since === null ? 0 : secondsSince(since));
  }
  for (const { part, since } of stalls) gauges.stalledSeconds.set({ chain, part }, secondsSince(since));
}

async function findBlockTime(db: SqlExecutor, chainId: string, tip: BlockPlace | null): Promise<number | undefined> {
  if (tip === null) return undefined;
  const { height, hash } = tip;
  const [block] = await db.$queryRawUnsafe<{ time: number }[]>(
    `SELECT time FROM applied_block
      WHERE chain = ${chainNumber(1)} AND height = $2 AND hash = decode($3, 'hex')`,
    chainId,
    height,
    hash,
  );
  return block?.time;
}
