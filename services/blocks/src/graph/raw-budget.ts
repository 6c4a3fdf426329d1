import { validationError } from '@ledgergraph/graph-kit/errors';

/** Two full blocks. */
const BYTES_MAX = 4_000_000;
const SIZE_ASSUMED = BYTES_MAX / 100;

export class RawBudget {
  readonly #counted = new Set<string>();
  #left = BYTES_MAX;

  /** Counts the same transaction or block once. @throws VALIDATION_ERROR naming the field once the request's transactions are too large together */
  take(field: string, { chainId, hash, size }: { chainId: string; hash: string; size: number | null }): void {
    const key = `${chainId}:${hash}`;
    if (this.#counted.has(key)) return;
    const bytes = size ?? SIZE_ASSUMED;
    if (bytes > this.#left) {
      throw validationError(field, `one request may read ${BYTES_MAX} bytes of transactions: ask for fewer at once`);
    }
    this.#left -= bytes;
    this.#counted.add(key);
  }
}
