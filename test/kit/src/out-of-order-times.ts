import { clone } from '@bufbuild/protobuf';
import { Random } from '@ledgergraph/chain-generator/random';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { earliestTime } from './block-times.ts';

const OFF_MAX_SECONDS = 300;

/** Times go back as far as the protocol allows. */
export function withOutOfOrderTimes(recorded: readonly Block[]): Block[] {
  const random = new Random(20_261_125);
  const drawn: number[] = [];
  return recorded.map((block) => {
    const off = random.integer(-OFF_MAX_SECONDS, OFF_MAX_SECONDS);
    const time = block.height === 0 ? 0 : Math.max(Number(block.time) + off, earliestTime(drawn));
    drawn.push(time);
    const copy = clone(BlockSchema, block);
    copy.time = BigInt(time);
    return copy;
  });
}
