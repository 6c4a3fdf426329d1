import { ChainAddress } from './chain-address.ts';

/** Id of the native currency: it is the first that a chain's blocks name. */
export const NATIVE_ID = 1;

/** Addresses that earlier batches left in memory, with their state. */
export interface KnownAddresses {
  byText: Pick<Map<string, ChainAddress>, 'get'>;
  byId: Pick<Map<number, ChainAddress>, 'get'>;
}

/** An address without an id yet, with the first block that names it. */
export interface UnnamedAddress {
  address: ChainAddress;
  height: number;
}

/** The addresses and currencies of one chain that a batch names, by text and by id: rows name them by id. */
export class AddressRegistry {
  /** Id of the chain itself. */
  readonly chain: number;
  readonly native: ChainAddress;
  /** All addresses that the batch has named. */
  readonly byText = new Map<string, ChainAddress>();
  /** Those of them that have ids. */
  readonly byId = new Map<number, ChainAddress>();
  /** Addresses that were new when a block named them, in the order of the blocks; some may have got their ids since. */
  readonly unnamed: UnnamedAddress[] = [];
  readonly #known: KnownAddresses | undefined;

  /** @param nativeId i-address of the chain's native currency */
  constructor(chain: number, nativeId: string, known?: KnownAddresses) {
    this.chain = chain;
    this.native = known?.byText.get(nativeId) ?? new ChainAddress(nativeId);
    this.#known = known;
  }

  /** Finds or adds the address that a block names. @param height of the block; kept with a new address */
  at(height: number, text: string): ChainAddress {
    const met = this.#find(text);
    if (met !== undefined) return met;
    const address = this.#add(text);
    if (!address.isNamed) this.unnamed.push({ address, height });
    return address;
  }

  hasId(id: number): boolean {
    if (this.byId.has(id)) return true;
    const known = this.#known?.byId.get(id);
    if (known !== undefined) this.#take(known);
    return known !== undefined;
  }

  /** The address with an id. @throws Error for an id that was not added */
  withId(id: number): ChainAddress {
    const address = this.byId.get(id);
    if (address === undefined) throw new Error(`no address is known for id ${id}`);
    return address;
  }

  /** Adds the address that a stored row has for an id. */
  learn(id: number, text: string): ChainAddress {
    const address = this.#find(text) ?? this.#add(text);
    if (!address.isNamed) this.name(address, id);
    return address;
  }

  name(address: ChainAddress, id: number): void {
    address.name(id);
    this.byId.set(id, address);
  }

  /**
   * The current object for an address of an earlier batch. The cache may have dropped that object since: then the state in it is out of
   * date, and only its id and text count.
   */
  now(address: ChainAddress): ChainAddress {
    return this.learn(address.id, address.text);
  }

  #find(text: string): ChainAddress | undefined {
    const met = this.byText.get(text);
    if (met !== undefined) return met;
    const known = this.#known?.byText.get(text);
    return known && this.#take(known);
  }

  #add(text: string): ChainAddress {
    const address = text === this.native.text ? this.native : new ChainAddress(text, this.native);
    this.byText.set(text, address);
    return address;
  }

  #take(known: ChainAddress): ChainAddress {
    this.byText.set(known.text, known);
    this.byId.set(known.id, known);
    return known;
  }
}
