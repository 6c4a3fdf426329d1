import { ChainAddress } from './chain-address.ts';

/** The native currency is the first that a chain's blocks name. */
export const NATIVE_ID = 1;

export interface KnownAddresses {
  byText: Pick<Map<string, ChainAddress>, 'get'>;
  byId: Pick<Map<number, ChainAddress>, 'get'>;
}

export interface UnnamedAddress {
  address: ChainAddress;
  height: number;
}

/** The addresses and currencies of one chain that a batch names. */
export class AddressRegistry {
  readonly chain: number;
  readonly native: ChainAddress;
  readonly byText = new Map<string, ChainAddress>();
  readonly byId = new Map<number, ChainAddress>();
  /** New addresses in the order of the blocks; some may have got their ids since. */
  readonly unnamed: UnnamedAddress[] = [];
  readonly #known: KnownAddresses | undefined;

  constructor(chain: number, nativeId: string, known?: KnownAddresses) {
    this.chain = chain;
    this.native = known?.byText.get(nativeId) ?? new ChainAddress(nativeId);
    this.#known = known;
  }

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

  learn(id: number, text: string): ChainAddress {
    const address = this.#find(text) ?? this.#add(text);
    if (!address.isNamed) this.name(address, id);
    return address;
  }

  name(address: ChainAddress, id: number): void {
    address.name(id);
    this.byId.set(id, address);
  }

  /** The cache may have dropped the object of an earlier batch; then only its id and text count. */
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
