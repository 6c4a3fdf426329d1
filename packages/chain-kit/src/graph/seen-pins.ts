import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';

/** A pin as the database had it: the serial differs each time that block is applied. */
export interface SeenPin {
  pin: BlockPlace;
  serial: bigint;
}

/**
 * The last pin of each chain that a request of this process found in place. A later request at the same pin need not look it up before
 * its reads: it looks up the serial after them, and an unchanged serial proves that the block has not left since it was seen.
 */
export class SeenPins {
  readonly #byChain = new Map<string, SeenPin>();

  find(chainId: string, pin: BlockPlace): SeenPin | undefined {
    const seen = this.#byChain.get(chainId);
    return seen?.pin.height === pin.height && seen.pin.hash === pin.hash ? seen : undefined;
  }

  remember(chainId: string, seen: SeenPin): void {
    this.#byChain.set(chainId, seen);
  }

  /** The block left meanwhile: the next request at this pin must look it up again. */
  forget(chainId: string): void {
    this.#byChain.delete(chainId);
  }
}
