import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Amounts, addAll, amountOf, amountsOf, object, objects, whole } from './printed-json.ts';

// Blocks as a node prints them, read by themselves: nothing here uses the code that is tested.

/** Members of a script that decide what an output is; a plain one has none of them. */
const KINDS = [
  ...['reservetransfer', 'crosschainexport', 'crosschainimport', 'acceptednotarization', 'earnednotarization'],
  ...['notaryevidence', 'finalizeexport', 'reservedeposit', 'reserveoutput', 'currencydefinition', 'identityprimary'],
  ...['commitmenthash', 'evalnone'],
] as const;
const HOLDERS: readonly string[] = ['reserveoutput', 'reservedeposit', 'reservetransfer', 'commitmenthash'];

export interface RawOutput {
  /** `txid:n`. */
  key: string;
  n: number;
  /** One of KINDS, or the type of a plain script. */
  kind: string;
  payload: JsonObject;
  addresses: string[];
  satoshis: bigint;
  /** All that it holds, native coins too; zero amounts are left out. */
  held: Amounts;
}

export interface RawTransaction {
  height: number;
  index: number;
  txid: string;
  /** Keys of the outputs that it spends, in its order; empty for a coinbase. */
  inputs: string[];
  outputs: RawOutput[];
}

export interface RawSpend {
  transaction: RawTransaction;
  /** Position among the inputs. */
  input: number;
}

export class RawChain {
  readonly chainId: string;
  readonly transactions: RawTransaction[] = [];
  readonly #byTxid = new Map<string, RawTransaction>();
  readonly #outputs = new Map<string, RawOutput>();
  readonly #spends = new Map<string, RawSpend>();

  /** @param blocks answers of getblock with verbosity 2, parsed without loss, from genesis on */
  constructor(chainId: string, blocks: Iterable<JsonObject>) {
    this.chainId = chainId;
    for (const block of blocks) {
      const height = whole(block.height);
      for (const [index, transaction] of objects(block.tx).entries()) this.#add(transaction, height, index);
    }
  }

  transaction(txid: string): RawTransaction | undefined {
    return this.#byTxid.get(txid);
  }

  output(key: string): RawOutput | undefined {
    return this.#outputs.get(key);
  }

  /** The transaction that spends an output; undefined: it is unspent. */
  spend(key: string): RawSpend | undefined {
    return this.#spends.get(key);
  }

  /** Native fee of a transaction: what it spends less what it pays. */
  feeOf({ inputs, outputs }: RawTransaction): bigint {
    const spent = inputs.reduce((sum, key) => sum + (this.output(key)?.satoshis ?? 0n), 0n);
    return outputs.reduce((left, { satoshis }) => left - satoshis, spent);
  }

  /** All that outputs held behind a transaction, where `isCounted`. @param last absent: at the tip */
  unspent(isCounted: (output: RawOutput) => boolean, last?: RawTransaction): Amounts {
    const sums: Amounts = new Map();
    const isLater = (one: RawTransaction) => last !== undefined && isBehind(one, last);
    for (const transaction of this.transactions) {
      if (transaction.height === 0 || isLater(transaction)) continue;
      for (const output of transaction.outputs) {
        const spent = this.spend(output.key);
        if (!isCounted(output) || (spent !== undefined && !isLater(spent.transaction))) continue;
        addAll(sums, output.held);
      }
    }
    return sums;
  }

  #add(printed: JsonObject, height: number, index: number): void {
    const txid = String(printed.txid);
    const inputs = objects(printed.vin).flatMap((input) =>
      input.txid === undefined ? [] : [`${String(input.txid)}:${String(input.vout)}`],
    );
    const outputs = objects(printed.vout).map((output) => readOutput(txid, output, this.chainId));
    const transaction = { height, index, txid, inputs, outputs };
    this.transactions.push(transaction);
    this.#byTxid.set(txid, transaction);
    for (const output of outputs) this.#outputs.set(output.key, output);
    for (const [input, key] of inputs.entries()) this.#spends.set(key, { transaction, input });
  }
}

function isBehind(one: RawTransaction, other: RawTransaction): boolean {
  return one.height > other.height || (one.height === other.height && one.index > other.index);
}

function readOutput(txid: string, { n, value, scriptPubKey }: JsonObject, chainId: string): RawOutput {
  const script = object(scriptPubKey);
  const kind = KINDS.find((member) => member in script) ?? String(script.type);
  const payload = object(script[kind]);
  const satoshis = amountOf(value);
  const held: Amounts = new Map([[chainId, satoshis]]);
  const addresses = Array.isArray(script.addresses) ? script.addresses.map(String) : [];
  if (HOLDERS.includes(kind)) {
    // A mint holds its fee alone. The native amounts of a payload are the value of the output.
    const tokens = payload.mint === true ? new Map<string, bigint>() : amountsOf(payload.currencyvalues);
    const fee = String(payload.feecurrencyid);
    if (kind === 'reservetransfer') tokens.set(fee, (tokens.get(fee) ?? 0n) + amountOf(payload.fees));
    tokens.delete(chainId);
    addAll(held, tokens);
  }
  for (const [id, amount] of held) if (amount === 0n) held.delete(id);
  return { key: `${txid}:${String(n)}`, n: whole(n), kind, payload, addresses, satoshis, held };
}
