import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';
import type { LaunchRows } from '#/db/launch-rows.ts';
import type { FlowRows } from '#/flows/flow-rows.ts';
import type { VolumeRows } from '#/volumes/volume-batch.ts';
import { prepareFlows } from './prepare-flows.ts';
import { prepareLaunches } from './prepare-launches.ts';
import { type MarketRows, prepareMarkets } from './prepare-markets.ts';
import { prepareSupply } from './prepare-supply.ts';
import { prepareVolumes } from './prepare-volumes.ts';
import type { ReadBlock } from './read-blocks.ts';
import type { SupplyRows } from './supply-batch.ts';

/** All rows of a batch, by family, ready to be written. */
export interface BatchRows {
  flows: FlowRows;
  launches: LaunchRows;
  markets: MarketRows;
  supply: SupplyRows;
  volumes: VolumeRows;
}

/** Computes the rows that consecutive blocks, at least one, add. All rows of the batch before are in the database. */
export async function prepareBlocks(
  db: SqlExecutor,
  { chainId }: Network,
  blocks: readonly ReadBlock[],
): Promise<BatchRows> {
  const flows = await prepareFlows(
    db,
    chainId,
    blocks.map((block) => block.flows),
  );
  const announced = blocks.map((block) => block.launches);
  const launches = await prepareLaunches(db, chainId, announced, flows);
  const markets = await prepareMarkets(db, chainId, blocks, flows);
  const supply = await prepareSupply(db, chainId, blocks, flows);
  return { flows, launches, markets, supply, volumes: await prepareVolumes(db, chainId, blocks, flows) };
}
