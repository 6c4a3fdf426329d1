import type { Module } from '@ledgergraph/chain-kit/indexing/module';
import {
  conversionTotalTable,
  findVolumeState,
  hourTable,
  volumeMemberTable,
  volumeTotalTable,
} from '#/db/volume-tables.ts';
import { addVolumes, type VolumeBlock, type VolumeRows } from '#/volumes/volume-batch.ts';
import type { FlowRows } from './flow-rows.ts';
import { flows } from './flows.ts';
import { type BlockTime, readTime } from './read-time.ts';

export const volumes: Module<VolumeRows, BlockTime, [FlowRows]> = {
  tables: {
    hours: hourTable,
    conversions: conversionTotalTable,
    totals: volumeTotalTable,
    members: volumeMemberTable,
  },
  needs: [flows],
  read: readTime,
  prepare: async ({ db, chain, blocks, needed: [rows] }) => {
    const moves = listMoves(blocks, rows);
    const currencyIds = new Set(moves.flatMap(({ moved }) => moved.map(({ currencyId }) => currencyId)));
    return addVolumes(await findVolumeState(db, chain, [...currencyIds]), moves);
  },
};

/** Conversions count at the block of the import that settles them. */
function listMoves(blocks: readonly BlockTime[], { transfers, conversions }: FlowRows): VolumeBlock[] {
  // A transfer of another system counts on the chain where it was made.
  const made = Map.groupBy(
    transfers.filter(({ vout }) => vout >= 0),
    ({ height }) => height,
  );
  const settled = Map.groupBy(conversions, ({ height }) => height);
  return blocks.map(({ height, time }) => {
    const [sent, converted] = [made.get(height) ?? [], settled.get(height) ?? []];
    const moved = [
      ...sent.map(({ fromId, amount }) => ({ currencyId: fromId, transferred: amount, converted: 0n })),
      ...converted.flatMap(({ fromId, toId, amountInNet, amountOut }) => [
        { currencyId: fromId, transferred: 0n, converted: amountInNet },
        { currencyId: toId, transferred: 0n, converted: amountOut },
      ]),
    ];
    return { height, time, conversions: converted.length, moved };
  });
}
