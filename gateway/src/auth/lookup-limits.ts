import { networkOf } from '@ledgergraph/service-kit/http/network-of';
import { Rates } from '@ledgergraph/service-kit/limits/rates';

/** Look-ups of unknown keys per second and at once: of one network, and of all together. */
export const CALLER_PER_SECOND = 10;
export const CALLER_AT_ONCE = 100;
const TOTAL_PER_SECOND = 100;
export const TOTAL_AT_ONCE = 1_000;
const CALLER = { perSecond: CALLER_PER_SECOND, sizeMax: CALLER_AT_ONCE };
const TOTAL = { perSecond: TOTAL_PER_SECOND, sizeMax: TOTAL_AT_ONCE };
/** The last quarter is for networks that have not guessed lately. */
const SPARE = TOTAL_AT_ONCE / 4;
/** A network that guessed counts as such for ten minutes. */
const REMEMBERED = { perSecond: 1 / 600, sizeMax: 1 };
const ALL = 'all';

/**
 * Bounds the load that guessing puts on accounts. A look-up takes a token of its network and one of all; an existing key gives both
 * back. So any number of real keys is looked up, and few invented ones.
 */
export class LookupLimits {
  readonly #networks: Rates;
  /** Apart, so that no number of networks pushes it out. */
  readonly #all: Rates;
  readonly #guessed: Rates;

  constructor(now?: () => number) {
    this.#networks = new Rates(now);
    this.#all = new Rates(now);
    this.#guessed = new Rates(now);
  }

  /** @returns to be called when the key exists; or who has to wait */
  take(address: string): (() => void) | 'caller' | 'total' {
    const caller = networkOf(address);
    const spare = this.#guessed.isFull(caller) ? 0 : SPARE;
    if (this.#networks.take([{ id: caller, rate: CALLER }]) !== undefined) return 'caller';
    const giveBack = (): void => this.#networks.giveBack([caller]);
    if (this.#all.take([{ id: ALL, rate: TOTAL, spare }]) !== undefined) {
      giveBack();
      return 'total';
    }
    // A good key does not undo that an earlier look-up was wrong.
    const isFirst = this.#guessed.take([{ id: caller, rate: REMEMBERED }]) === undefined;
    return () => {
      giveBack();
      if (isFirst) this.#guessed.giveBack([caller]);
      this.#all.giveBack([ALL]);
    };
  }
}
