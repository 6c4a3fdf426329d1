import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { Network } from '@ledgergraph/graph-kit/network';

/** Read rows whose height is at most `height`, and which had not ended by then. */
export interface ChainView {
  network: Network;
  chainId: string;
  height: number;
  hash: string;
  /** Value of `at` in entity keys: null for the pin, otherwise the height of the asOf. */
  at: number | null;
  pin: BlockPlace;
}

/** Exactly one member. */
export interface AsOf {
  height?: number | null;
  hash?: string | null;
}

export interface ViewOptions {
  asOf?: AsOf | null | undefined;
  at?: number | null | undefined;
  anchor?: BlockPlace | undefined;
  /** From a cursor: while it is on the chain, the pin replaces an anchor that left it. */
  newest?: BlockPlace | undefined;
}

export interface ViewSource {
  /** Absent: the most that a client may ask for. */
  readonly pageMax?: number | undefined;
  view(chainId: string | null | undefined, options?: ViewOptions): Promise<ChainView>;
  heightAt(view: ChainView, seconds: number): Promise<number>;
}
