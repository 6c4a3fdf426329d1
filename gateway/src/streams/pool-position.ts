import { CursorCodec } from '@ledgergraph/graph-kit/cursor';
import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import { StreamEnd } from './stream-end.ts';

/** The changes that a stream of pending transactions has told. */
export interface PoolPosition {
  /** All changes up to this serial; with `snapshot`: entries up to it. */
  readonly serial: number;
  /** Serial of the state that the stream begins with, while it tells what was pending at it; null: that is done. */
  readonly snapshot: number | null;
}

/** Changes are kept for 7 days; the rest is for clocks, and for changes that were made while the position was on its way. */
const AGE_MAX_MS = (7 * 24 - 1) * 3_600_000;

/** Writes and reads the positions of streams of pending transactions on one chain. Any gateway with the same secret reads them. */
export class PoolPositionCodec {
  readonly #codec: CursorCodec;
  readonly #now: () => number;
  /** Streams share the positions of changes, so that each is signed once. */
  readonly #written = new WeakMap<PoolPosition, string>();

  /** @param secret one or several secrets: the first signs, each opens. @param now Unix milliseconds */
  constructor(
    secret: string,
    subscription: string,
    environment: EnvironmentName,
    chainId: string,
    now: () => number = Date.now,
  ) {
    this.#codec = new CursorCodec(secret, { subscription, environment, chainId });
    this.#now = now;
  }

  write(position: PoolPosition): string {
    const known = this.#written.get(position);
    if (known !== undefined) return known;
    // The mempool has serials in the place of blocks.
    const text = this.#codec.seal({ height: position.serial, hash: '' }, [position.snapshot, this.#now()]);
    this.#written.set(position, text);
    return text;
  }

  /**
   * @returns null for a position that is so old that the changes behind it are not kept any more
   * @throws StreamEnd VALIDATION_ERROR for a position of another subscription, chain or environment, or a forged one
   */
  read(text: string): PoolPosition | null {
    try {
      const { anchor, position } = this.#codec.open(text);
      const [snapshot, writtenAt] = position as [number | null, number];
      return this.#now() - writtenAt > AGE_MAX_MS ? null : { serial: anchor.height, snapshot };
    } catch {
      throw new StreamEnd('VALIDATION_ERROR', 'The position is not of this subscription.');
    }
  }
}
