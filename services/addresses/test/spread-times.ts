import { clone } from '@bufbuild/protobuf';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { withOutOfOrderTimes } from '@ledgergraph/test-kit/out-of-order-times';

/** Spreads blocks over months. Times go back as far as the protocol allows. */
export function withSpreadTimes(recorded: readonly Block[], factor: number): Block[] {
  const begin = recorded[1]?.time ?? 0n;
  return withOutOfOrderTimes(recorded).map((block) => {
    const copy = clone(BlockSchema, block);
    if (block.height > 0) copy.time = begin + (block.time - begin + 300n) * BigInt(factor);
    return copy;
  });
}

export function latestTimes(blocks: readonly Block[]): number[] {
  let latest = 0;
  return blocks.map(({ time }) => {
    latest = Math.max(latest, Number(time));
    return latest;
  });
}
