import type { Block, Output } from '@ledgergraph/proto-schemas/chain/v1/block';

export class BalanceOracle {
  readonly #nativeId: string;
  readonly #outputs = new Map<string, Output>();
  readonly #balances = new Map<string, bigint>();
  readonly #supplies = new Map<string, bigint>();
  revisions = 0;

  constructor(nativeId: string) {
    this.#nativeId = nativeId;
  }

  take({ height, transactions }: Block): void {
    if (height === 0) return;
    for (const { txid, inputs, outputs } of transactions) {
      for (const { txid: spent, vout } of inputs.filter(({ coinbase }) => coinbase.length === 0)) {
        const output = this.#outputs.get(`${Buffer.from(spent).toString('hex')}:${vout}`);
        if (output === undefined) throw new Error('an output is spent that is not there');
        this.#count(output, -1n);
      }
      for (const output of outputs) {
        this.#outputs.set(`${Buffer.from(txid).toString('hex')}:${output.index}`, output);
        this.#count(output, 1n);
        if (output.kind === 'identityprimary') this.revisions += 1;
      }
    }
  }

  balances(): [string, string][] {
    return sorted(this.#balances);
  }

  supplies(): [string, string][] {
    return sorted(this.#supplies);
  }

  #count({ satoshis, currencyValues, addresses }: Output, sign: 1n | -1n): void {
    const values = [{ currencyId: this.#nativeId, satoshis }, ...currencyValues].filter((value) => value.satoshis > 0n);
    for (const { currencyId, satoshis: amount } of values) {
      add(this.#supplies, currencyId, sign * amount);
      for (const address of addresses) add(this.#balances, `${address} ${currencyId}`, sign * amount);
    }
  }
}

function add(sums: Map<string, bigint>, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}

function sorted(sums: Map<string, bigint>): [string, string][] {
  return Array.from(sums, ([key, amount]): [string, string] => [key, String(amount)]).sort();
}
