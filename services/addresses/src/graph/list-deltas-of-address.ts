import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { RangeArguments } from '@ledgergraph/chain-kit/graph/height-range';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import { type DeltaPlace, type ListedDelta, listDeltas } from '#/db/list-deltas.ts';
import type { ListArguments } from './list-arguments.ts';
import type { AddressContext } from './loaders.ts';

export interface DeltaArguments extends ListArguments, RangeArguments {
  order?: 'ASC' | 'DESC' | null;
}

export interface AddressDeltaParent extends ListedDelta {
  view: ChainView;
  address: string;
}

export async function listDeltasOfAddress(
  context: AddressContext,
  walk: Walk,
  address: string,
  { order }: DeltaArguments,
) {
  const { view, limit, after, range } = walk;
  const { chainId } = view;
  const rows = await listDeltas(await context.reads(chainId), {
    chainId,
    address,
    ...range,
    order: order ?? 'ASC',
    limit: limit + 1,
    after: after === null ? null : readPlace(after),
  });
  const page = walk.page(rows, (row) => [
    row.height,
    row.txIndex,
    row.isSpent ? 1 : 0,
    row.outputHeight,
    row.outputTxIndex,
    row.vout,
  ]);
  return { ...page, deltas: page.rows.map((row): AddressDeltaParent => ({ ...row, view, address })) };
}

function readPlace(position: NonNullable<Walk['after']>): DeltaPlace {
  const [height = 0, txIndex = 0, isSpent = 0, outputHeight = 0, outputTxIndex = 0, vout = 0] = position.map(Number);
  return { height, txIndex, isSpent: isSpent === 1, outputHeight, outputTxIndex, vout };
}
