/** A label and what it hangs from; null: it is a root. */
export interface NameNode {
  name: string;
  parentId: string | null;
}

/** Labels by i-address, as known so far: enough of the name space to write out full names. */
export class NameTree {
  readonly #currencies = new Map<string, NameNode>();
  readonly #identities = new Map<string, NameNode>();

  /** The node names a parent by its currency; the first definition stands. */
  addCurrency(id: string, node: NameNode): void {
    if (!this.#currencies.has(id)) this.#currencies.set(id, node);
  }

  addIdentity(id: string, node: NameNode): void {
    if (!this.#identities.has(id)) this.#identities.set(id, node);
  }

  find(id: string): NameNode | undefined {
    return this.#currencies.get(id) ?? this.#identities.get(id);
  }

  /** Names from `id` up to its root. A parent that never showed on this chain stands in by its i-address. */
  labelsFrom(id: string | null): string[] {
    const labels: string[] = [];
    const seen = new Set<string>();
    for (let next = id; next !== null && !seen.has(next); ) {
      seen.add(next);
      const node = this.find(next);
      labels.push(node?.name ?? next);
      next = node?.parentId ?? null;
    }
    return labels;
  }
}
