/** Of the native currency: it is the first that a chain's blocks name. */
export const NATIVE_ID = 1;

/** What is known of ids already. */
export interface KnownIds {
  ids: Pick<Map<string, number>, 'get'>;
  addresses: Pick<Map<number, string>, 'get'>;
}

/**
 * The ids that stand for addresses and currencies in one chain's rows, as far as somebody has met them. Two ways: what is written needs
 * ids, what is read of spent outputs has them.
 */
export class AddressIds {
  /** Id of the chain itself. */
  readonly chain: number;
  /** i-address of the chain's native currency. */
  readonly nativeId: string;
  /** Those that were met so far, also of what was known. */
  readonly ids = new Map<string, number>();
  readonly addresses = new Map<number, string>();
  readonly #new = new Set<string>();
  readonly #known: KnownIds | undefined;

  constructor(chain: number, nativeId: string, known?: KnownIds) {
    this.chain = chain;
    this.nativeId = nativeId;
    this.#known = known;
  }

  has(address: string): boolean {
    if (this.ids.has(address)) return true;
    const id = this.#known?.ids.get(address);
    if (id !== undefined) this.add(id, address);
    return id !== undefined;
  }

  hasId(id: number): boolean {
    if (this.addresses.has(id)) return true;
    const address = this.#known?.addresses.get(id);
    if (address !== undefined) this.add(id, address);
    return address !== undefined;
  }

  add(id: number, address: string): void {
    this.ids.set(address, id);
    this.addresses.set(id, address);
  }

  /** Adds one that no row has yet. */
  addNew(id: number, address: string): void {
    this.add(id, address);
    this.#new.add(address);
  }

  /** Whether it got its id here: then no row says anything of it. */
  isNew(address: string): boolean {
    return this.#new.has(address);
  }

  /** @throws Error for an address that was not added: whoever writes has to name it first */
  idOf(address: string): number {
    const id = this.ids.get(address);
    if (id === undefined) throw new Error(`no id is known for ${address}`);
    return id;
  }

  /** @throws Error for an id that was not added */
  addressOf(id: number): string {
    const address = this.addresses.get(id);
    if (address === undefined) throw new Error(`no address is known for id ${id}`);
    return address;
  }
}
