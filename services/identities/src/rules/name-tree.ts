export interface NameNode {
  name: string;
  parentId: string | null;
}

export class NameTree {
  readonly #currencies = new Map<string, NameNode>();
  readonly #identities = new Map<string, NameNode>();

  /** The first definition stands. */
  addCurrency(id: string, node: NameNode): void {
    if (!this.#currencies.has(id)) this.#currencies.set(id, node);
  }

  addIdentity(id: string, node: NameNode): void {
    if (!this.#identities.has(id)) this.#identities.set(id, node);
  }

  find(id: string): NameNode | undefined {
    return this.#currencies.get(id) ?? this.#identities.get(id);
  }

  /** A parent that never appeared on this chain is represented by its i-address. */
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
