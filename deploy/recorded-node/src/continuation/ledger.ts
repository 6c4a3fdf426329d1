import { type CoinRole, coinKey } from '@ledgergraph/chain-generator/coin';
import { object, objects, readAmounts } from '@ledgergraph/chain-generator/json';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type LedgerCoin, readCoin } from './coin.ts';

const MATURITY = 100;

/** Unspent outputs and fee pool: memory grows with these, not with the chain. */
export class Ledger {
  readonly #coins: Map<string, LedgerCoin>;
  readonly #names: Map<string, string>;
  /** Fees that no coinbase has paid out yet, in satoshis by currency (docs/verus/outputs.md#kinds). */
  feePool: ReadonlyMap<string, bigint>;

  constructor(coins: Iterable<[string, LedgerCoin]> = [], names: Iterable<[string, string]> = []) {
    this.#coins = new Map(coins);
    this.#names = new Map(names);
    this.feePool = new Map();
  }

  copy(): Ledger {
    const copy = new Ledger(this.#coins, this.#names);
    copy.feePool = this.feePool;
    return copy;
  }

  get satoshis(): bigint {
    let sum = 0n;
    for (const { satoshis } of this.#coins.values()) sum += satoshis;
    return sum;
  }

  find(input: JsonObject): LedgerCoin | undefined {
    return this.#coins.get(keyOf(input));
  }

  list(role: CoinRole): LedgerCoin[] {
    return [...this.#coins.values()].filter((coin) => coin.role === role);
  }

  /** Its i-address where the chain does not define the currency. */
  nameOf(currencyId: string): string {
    return this.#names.get(currencyId) ?? currencyId;
  }

  canApply(transaction: JsonObject, height: number): boolean {
    return objects(transaction.vin).every((input) => {
      const coin = this.find(input);
      return coin !== undefined && coin.matureHeight <= height;
    });
  }

  /** @returns satoshis of the chain's own currency that its transactions leave to the fee pool */
  applyBlock(block: JsonObject): bigint {
    let fees = 0n;
    for (const [index, transaction] of objects(block.tx).entries()) {
      const height = Number(block.height);
      if (index > 0) fees += this.apply(transaction, height);
      else this.#add(transaction, height, height === 0 ? Number.MAX_SAFE_INTEGER : height + MATURITY);
    }
    return fees;
  }

  /** Not for a coinbase. @returns its fee in satoshis */
  apply(transaction: JsonObject, height: number): bigint {
    let fee = transaction.valueBalanceZat === undefined ? 0n : BigInt(String(transaction.valueBalanceZat));
    for (const input of objects(transaction.vin)) {
      const key = keyOf(input);
      fee += this.#coins.get(key)?.satoshis ?? 0n;
      this.#coins.delete(key);
    }
    for (const output of objects(transaction.vout)) fee -= BigInt(String(output.valueSat));
    this.#add(transaction, height, height);
    return fee;
  }

  #add(transaction: JsonObject, height: number, matureHeight: number): void {
    const txid = String(transaction.txid);
    const [first] = objects(transaction.vin);
    const origin = first?.txid === undefined ? '' : keyOf(first);
    for (const output of objects(transaction.vout)) {
      const { feepool, currencydefinition } = object(output.scriptPubKey);
      if (feepool !== undefined) this.feePool = readAmounts(object(feepool).currencyvalues);
      const definition = object(currencydefinition);
      if (currencydefinition !== undefined) this.#names.set(String(definition.currencyid), String(definition.name));
      const coin = readCoin(output, { txid, height, matureHeight, origin });
      if (coin !== undefined) this.#coins.set(coinKey(coin), coin);
    }
  }
}

function keyOf({ txid, vout }: JsonObject): string {
  return coinKey({ txid: String(txid), vout: Number(String(vout)) });
}
