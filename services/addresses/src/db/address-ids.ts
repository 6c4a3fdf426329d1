/** Of the native currency: it is the first that a chain's blocks name. */
export const NATIVE_ID = 1;

/**
 * The ids that stand for addresses and currencies in one chain's rows, as far as somebody has met them. Two ways: what is written needs
 * ids, what is read of spent outputs has them.
 */
export class AddressIds {
  /** Id of the chain itself. */
  readonly chain: number;
  /** i-address of the chain's native currency. */
  readonly nativeId: string;
  readonly #ids = new Map<string, number>();
  readonly #addresses = new Map<number, string>();

  constructor(chain: number, nativeId: string) {
    this.chain = chain;
    this.nativeId = nativeId;
  }

  has(address: string): boolean {
    return this.#ids.has(address);
  }

  hasId(id: number): boolean {
    return this.#addresses.has(id);
  }

  add(id: number, address: string): void {
    this.#ids.set(address, id);
    this.#addresses.set(id, address);
  }

  /** @throws Error for an address that was not added: whoever writes has to name it first */
  idOf(address: string): number {
    const id = this.#ids.get(address);
    if (id === undefined) throw new Error(`no id is known for ${address}`);
    return id;
  }

  /** @throws Error for an id that was not added */
  addressOf(id: number): string {
    const address = this.#addresses.get(id);
    if (address === undefined) throw new Error(`no address is known for id ${id}`);
    return address;
  }
}
