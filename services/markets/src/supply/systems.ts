export interface CurrencySystem {
  currencyId: string;
  systemId: string;
  parentId: string | null;
  /** It stands for a system of another kind, and runs on the chain that it leads to. */
  isGateway: boolean;
}

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

  /** A gateway controls its own currency. */
  systemOf(currencyId: string): string | undefined {
    return this.#own.get(currencyId);
  }

  beyond(currencyId: string): string[] {
    return [this.#own.get(currencyId), this.#above.get(currencyId)].filter((id) => id != null);
  }

  /**
   * Units from a source are new on a chain, or come out of deposits that the chain kept for it. By CurrencyImportStatus
   * (pbaas/pbaas.cpp), the one of both that comes first from the currency's system upwards controls it; without either, the chain does
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
