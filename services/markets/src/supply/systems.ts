/** Places of a currency among systems, as its definition has them. */
export interface CurrencySystem {
  currencyId: string;
  systemId: string;
  parentId: string | null;
  /** It stands for a system of another kind, and runs on the chain that it leads to. */
  isGateway: boolean;
}

/** Systems that currencies belong to, and the ones above these. */
export class Systems {
  readonly #own = new Map<string, string>();
  readonly #above = new Map<string, string | null>();

  has(currencyId: string): boolean {
    return this.#own.has(currencyId);
  }

  /** A currency that is known stays as it is. */
  add({ currencyId, systemId, parentId, isGateway }: CurrencySystem): void {
    if (this.has(currencyId)) return;
    this.#own.set(currencyId, isGateway ? currencyId : systemId);
    this.#above.set(currencyId, isGateway ? systemId : parentId);
  }

  /** System that controls the currency: a gateway controls its own. */
  systemOf(currencyId: string): string | undefined {
    return this.#own.get(currencyId);
  }

  /** Ids that lead on from a currency. */
  beyond(currencyId: string): string[] {
    return [this.#own.get(currencyId), this.#above.get(currencyId)].filter((id) => id != null);
  }

  /**
   * True where units that come from a source are new on a chain; else they come out of deposits that it kept for the source. CurrencyImportStatus
   * (pbaas/pbaas.cpp): of both, the one that comes first from the currency's system upwards controls it. Where neither comes, the chain does
   * if it lies above the source.
   */
  areMinted(currencyId: string, sourceId: string, chainId: string): boolean {
    const seen = new Set<string>();
    const first = [sourceId, chainId].includes(currencyId) ? currencyId : this.#own.get(currencyId);
    for (let at = first; at != null && !seen.has(at); at = this.#above.get(at) ?? undefined) {
      if (at === sourceId || at === chainId) return at === sourceId;
      seen.add(at);
    }
    return this.#above.get(sourceId) !== chainId;
  }
}
