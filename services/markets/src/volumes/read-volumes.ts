import type { FlowRows } from '#/flows/flow-rows.ts';
import type { VolumeBlock } from './volume-batch.ts';

/** Lists the moves of each of some blocks: transfers by the block that brings them, conversions by that of the import that settles them. */
export function readVolumes(
  blocks: readonly { height: number; time: number }[],
  { transfers, conversions }: Pick<FlowRows, 'transfers' | 'conversions'>,
): VolumeBlock[] {
  const made = Map.groupBy(transfers, ({ height }) => height);
  const settled = Map.groupBy(conversions, ({ height }) => height);
  return blocks.map(({ height, time }) => {
    const own = settled.get(height) ?? [];
    return {
      ...{ height, time, conversions: own.length },
      moved: [
        // A transfer of another system is one of the chain where it was made.
        ...(made.get(height) ?? [])
          .filter(({ vout }) => vout >= 0)
          .map(({ transfer: { fromId, amount } }) => ({ currencyId: fromId, transferred: amount, converted: 0n })),
        ...own.flatMap(({ fromId, toId, amountInNet, amountOut }) => [
          { currencyId: fromId, transferred: 0n, converted: amountInNet },
          { currencyId: toId, transferred: 0n, converted: amountOut },
        ]),
      ],
    };
  });
}
