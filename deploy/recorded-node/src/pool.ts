import type { KnownTransaction } from './known-transaction.ts';

export interface PoolEntry {
  transaction: KnownTransaction;
  /** Unix seconds of its entry. */
  time: number;
  /** Tip at its entry. */
  height: number;
}

function keyOf(txid: string, index: number | string): string {
  return `${txid}:${index}`;
}

export class Pool {
  readonly #entries = new Map<string, PoolEntry>();
  readonly #spends = new Map<string, { txid: string; inputIndex: number }>();

  get size(): number {
    return this.#entries.size;
  }

  has(txid: string): boolean {
    return this.#entries.has(txid);
  }

  find(txid: string): PoolEntry | undefined {
    return this.#entries.get(txid);
  }

  list(): PoolEntry[] {
    return [...this.#entries.values()];
  }

  /** In the daemon's order: that of the hashes' bytes. */
  listByHash(): PoolEntry[] {
    return this.list().sort((a, b) => compareHashes(a.transaction.txid, b.transaction.txid));
  }

  findSpend(txid: string, index: number | string): { txid: string; inputIndex: number } | undefined {
    return this.#spends.size === 0 ? undefined : this.#spends.get(keyOf(txid, index));
  }

  add(entry: PoolEntry): void {
    const { txid, decoded } = entry.transaction;
    this.#entries.set(txid, entry);
    for (const [inputIndex, input] of decoded.inputs.entries()) {
      this.#spends.set(keyOf(input.txid, input.index), { txid, inputIndex });
    }
  }

  /** Those that spend its outputs stay, as when it is mined. */
  remove(txid: string): void {
    for (const input of this.#entries.get(txid)?.transaction.decoded.inputs ?? []) {
      this.#spends.delete(keyOf(input.txid, input.index));
    }
    this.#entries.delete(txid);
  }

  removeWithDescendants(txid: string): void {
    const outputs = this.#entries.get(txid)?.transaction.decoded.outputs ?? [];
    this.remove(txid);
    for (const index of outputs.keys()) {
      const spender = this.findSpend(txid, index);
      if (spender !== undefined) this.removeWithDescendants(spender.txid);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#spends.clear();
  }
}

/** By their bytes, as the daemon does: the last hex pair is the first byte. */
export function compareHashes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'hex').reverse(), Buffer.from(b, 'hex').reverse());
}
