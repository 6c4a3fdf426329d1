import { validationError } from '@ledgergraph/graph-kit/errors';

/** Bytes of transactions that a request may read: two full blocks. */
const BYTES_MAX = 4_000_000;
/** Size of a transaction whose size is not known, for the sum: a hundred of them pass. */
const SIZE_ASSUMED = BYTES_MAX / 100;

/** Bytes of transactions that a request has asked for. */
export class RawBudget {
  readonly #counted = new Set<string>();
  #left = BYTES_MAX;

  /**
   * Counts a transaction, the same one once.
   * @param field of the schema that wants its bytes
   * @throws VALIDATION_ERROR naming the field once the transactions of the request are too large together
   */
  take(field: string, { chainId, txid, size }: { chainId: string; txid: string; size: number | null }): void {
    const key = `${chainId}:${txid}`;
    if (this.#counted.has(key)) return;
    const bytes = size ?? SIZE_ASSUMED;
    if (bytes > this.#left) {
      throw validationError(field, `one request may read ${BYTES_MAX} bytes of transactions: ask for fewer at once`);
    }
    this.#left -= bytes;
    this.#counted.add(key);
  }
}
