import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { ChangePlace } from '@ledgergraph/graph-kit/change-place';
import type { PositionForm } from './position.ts';

/** The events of blocks that a stream has emitted: all of the blocks below `block`, and of that block all (place null) or those up to a place. */
export interface ChainPosition {
  /** Height -1 stands for the place before genesis. */
  readonly block: BlockPlace;
  readonly place: Omit<ChangePlace, 'height'> | null;
}

export const CHAIN_POSITIONS: PositionForm<ChainPosition> = {
  write: ({ block, place }) => ({
    anchor: block,
    members: place === null ? [] : [place.txIndex, place.vout, place.id, place.reference],
  }),
  read: (block, members) => {
    if (members.length === 0) return { block, place: null };
    const [txIndex, vout, id, reference] = members as [number, number, string, string];
    return { block, place: { txIndex, vout, id, reference } };
  },
};
