import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';

export interface BlockTime {
  height: number;
  /** Unix seconds. */
  time: number;
}

export function readTime({ height, time }: Block): BlockTime {
  return { height, time: Number(time) };
}
