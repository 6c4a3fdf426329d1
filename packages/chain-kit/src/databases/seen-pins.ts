import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';

/** A pin as a server had it: the serial differs each time that block is applied. */
export interface SeenPin {
  pin: BlockPlace;
  serial: bigint;
}

/**
 * The last pins of each chain that requests of this process found in place on a server. A later request at the same pin need not look it
 * up before its reads: it looks up the serial after them, and an unchanged serial proves that the block has not left since it was seen.
 */
export class SeenPins {
  /** Newest first. */
  readonly #byChain = new Map<string, readonly SeenPin[]>();
  readonly #pinsMax: number;

  /** @param pinsMax of each chain */
  constructor(pinsMax: number) {
    this.#pinsMax = pinsMax;
  }

  find(chainId: string, pin: BlockPlace): SeenPin | undefined {
    return this.#byChain.get(chainId)?.find((seen) => seen.pin.height === pin.height && seen.pin.hash === pin.hash);
  }

  remember(chainId: string, seen: SeenPin): void {
    const others = (this.#byChain.get(chainId) ?? []).filter(({ pin }) => pin.hash !== seen.pin.hash);
    this.#byChain.set(chainId, [seen, ...others].slice(0, this.#pinsMax));
  }

  /** A block left meanwhile: the next request at a pin of the chain must look it up again. */
  forget(chainId: string): void {
    this.#byChain.delete(chainId);
  }
}
