import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { Network } from '@ledgergraph/graph-kit/network';

/** One chain as a request sees it: read rows whose height is at most `height`, and which had not ended by then. */
export interface ChainView {
  network: Network;
  chainId: string;
  height: number;
  hash: string;
  /** Value of `at` in entity keys below: null when this is the pin, else the height of the asOf that led here. */
  at: number | null;
  pin: BlockPlace;
}

/** The block a client asks to read at; exactly one member. */
export interface AsOf {
  height?: number | null;
  hash?: string | null;
}

/** Choice of the block that a view is read at. Without any of these it is the pin. */
export interface ViewOptions {
  asOf?: AsOf | null | undefined;
  /** Height out of an entity key. */
  at?: number | null | undefined;
  /** Block out of a cursor: the first page's. */
  anchor?: BlockPlace | undefined;
  /** Block out of a cursor: while it is on the chain, the pin takes the place of an anchor that left it. */
  newest?: BlockPlace | undefined;
}

/** Source of the views of a list: the context of its request. */
export interface ViewSource {
  /** Most items of a page; absent: the most that a client may ask for. */
  readonly pageMax?: number | undefined;
  view(chainId: string | null | undefined, options?: ViewOptions): Promise<ChainView>;
  heightAt(view: ChainView, seconds: number): Promise<number>;
}
