import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { findVolumeState } from '#/db/volume-rows.ts';
import type { FlowRows } from '#/flows/flow-rows.ts';
import { readVolumes } from '#/volumes/read-volumes.ts';
import { addVolumes, type VolumeRows } from '#/volumes/volume-batch.ts';

/** Computes the running totals that consecutive blocks add. All rows of the batch before are in the database. */
export async function prepareVolumes(
  db: SqlExecutor,
  chainId: string,
  blocks: readonly { height: number; time: number }[],
  flows: FlowRows,
): Promise<VolumeRows> {
  const read = readVolumes(blocks, flows);
  const currencyIds = new Set(read.flatMap(({ moved }) => moved.map(({ currencyId }) => currencyId)));
  return addVolumes(await findVolumeState(db, chainId, [...currencyIds]), read);
}
