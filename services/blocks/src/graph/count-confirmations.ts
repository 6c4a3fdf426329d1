import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';

interface ViewedBlock {
  view: Pick<ChainView, 'height'>;
  height: number;
  main: boolean;
}

/** 1 at the block of the view; -1 for an orphaned block, as in verusd. */
export function countConfirmations({ main, height, view }: ViewedBlock): number {
  return main ? view.height - height + 1 : -1;
}
