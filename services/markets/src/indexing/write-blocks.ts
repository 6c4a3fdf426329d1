import { numberChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { writeLaunchRows } from '#/db/launch-rows.ts';
import { insertSupplyRows } from '#/db/supply-rows.ts';
import { writeVolumes } from '#/db/volume-rows.ts';
import type { BatchRows } from './prepare-blocks.ts';
import { writeFlows } from './write-flows.ts';
import { writeMarkets } from './write-markets.ts';

/** Writes the rows of a batch in bulk. */
export async function writeBlocks(tx: SqlExecutor, chainId: string, rows: BatchRows): Promise<void> {
  const chain = await numberChain(tx, chainId);
  await writeFlows(tx, chain, rows.flows);
  await writeLaunchRows(tx, chainId, rows.launches);
  await writeMarkets(tx, chain, rows.markets);
  await insertSupplyRows(tx, chain, rows.supply);
  await writeVolumes(tx, chain, rows.volumes);
}
