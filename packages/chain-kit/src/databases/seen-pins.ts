import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';

/** The serial differs each time the block is applied. */
export interface SeenPin {
  pin: BlockPlace;
  serial: bigint;
}

/** A later request at a pin looks up only the serial after its reads: an unchanged one proves that the block has not left since. */
export class SeenPins {
  readonly #byChain = new Map<string, readonly SeenPin[]>();
  readonly #pinsMax: number;

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

  forget(chainId: string): void {
    this.#byChain.delete(chainId);
  }
}
