import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { decimalText, satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { isJsonObject, type JsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { memberOf } from './json-text.ts';
import type { KnownTransaction } from './known-transaction.ts';
import type { NodeState } from './node-state.ts';
import type { PoolEntry } from './pool.ts';
import type { JsonParam } from './recorded-answers.ts';
import { RPC_CODES, RpcError } from './rpc-error.ts';

interface Output {
  /** Satoshis in the chain's own currency. */
  value: bigint;
  /** Satoshis by i-address of the currency, the chain's own last; without those that are zero. */
  amounts: Map<string, bigint>;
  addresses: string[];
}

interface Row {
  entry: PoolEntry;
  index: number;
  output: Output;
  spent?: { txid: string; index: number };
}

/** getaddressmempool [{addresses, friendlynames = true, verbosity = 0}]: one row per input and output of the pool that touches an address. */
export function answerAddressMempool(state: NodeState, [query]: readonly JsonParam[]): string {
  const { addresses, names, whole } = readQuery(query);
  const entries = state.mempool.pool.listByHash();
  const rows = addresses.flatMap((address) =>
    entries
      .flatMap((entry) => listRows(state, entry))
      .filter(({ output }) => output.addresses.includes(address))
      .map((row) => ({ row, address })),
  );
  rows.sort((a, b) => a.row.entry.time - b.row.entry.time);
  const texts = rows.map(({ row, address }) => {
    const values = names ? describeAmounts(state, row) : describeAmounts(state, row, false);
    const sent = whole && row.spent !== undefined ? `,"sent":${describeSent(state, row.entry.transaction)}` : '';
    return describeRow(row, address, values + sent);
  });
  return `[${texts.join(',')}]`;
}

function readQuery(query: JsonParam | undefined): { addresses: string[]; names: boolean; whole: boolean } {
  const invalid = new RpcError(RPC_CODES.NOT_FOUND, 'Invalid addresses');
  if (typeof query !== 'object' || query === null || Array.isArray(query)) throw invalid;
  const { addresses, friendlynames = true, verbosity = 0 } = query;
  if (!Array.isArray(addresses)) throw invalid;
  const list = addresses.map((address) => {
    if (typeof address !== 'string' || parseAddress(address) === undefined) throw invalid;
    return address;
  });
  return { addresses: list, names: friendlynames !== false, whole: verbosity !== 0 && verbosity !== false };
}

/** Outputs and inputs in the order of the daemon's index: by number, an output before the input of the same number. */
function listRows(state: NodeState, entry: PoolEntry): Row[] {
  const { transaction } = entry;
  const { inputs, outputs } = transaction.decoded;
  const rows: Row[] = outputs.flatMap((_, index) => {
    const output = readOutput(state, transaction, index);
    return output === undefined ? [] : [{ entry, index, output }];
  });
  for (const [index, { txid, index: vout }] of inputs.entries()) {
    const parent = state.known.find(txid);
    const output = parent === undefined ? undefined : readOutput(state, parent, vout);
    if (output !== undefined) rows.push({ entry, index, output, spent: { txid, index: vout } });
  }
  return rows.sort((a, b) => a.index - b.index);
}

function readOutput({ chain }: NodeState, transaction: KnownTransaction, index: number): Output | undefined {
  const value = transaction.decoded.outputs[index]?.value;
  const script = transaction.findScript(index);
  if (value === undefined || script === undefined) return undefined;
  const { chainId } = chain.meta;
  const amounts = new Map<string, bigint>();
  for (const holder of [script.reserveoutput, script.reservetransfer, script.reservedeposit]) {
    if (!isJsonObject(holder) || !isJsonObject(holder.currencyvalues)) continue;
    for (const [currency, amount] of listAmounts(holder.currencyvalues)) {
      if (currency !== chainId) amounts.set(currency, (amounts.get(currency) ?? 0n) + amount);
    }
  }
  if (value !== 0n) amounts.set(chainId, value);
  const addresses = Array.isArray(script.addresses) ? script.addresses.map(String) : [];
  return { value, amounts, addresses: [...new Set(addresses)] };
}

function listAmounts(values: JsonObject): [string, bigint][] {
  return Object.entries(values).flatMap(([currency, amount]) =>
    amount instanceof LosslessNumber ? [[currency, satoshisFromDecimalText(amount.value)]] : [],
  );
}

function describeRow({ entry, index, output, spent }: Row, address: string, values: string): string {
  const { value } = output;
  const head = `"address":"${address}","txid":"${entry.transaction.txid}","index":${index}`;
  const satoshis = `"satoshis":${spent === undefined ? value : -value},"spending":${spent !== undefined}`;
  // The daemon names the spent output only where coins of the chain's own currency move.
  const previous = spent !== undefined && value > 0n ? `,"prevtxid":"${spent.txid}","prevout":${spent.index}` : '';
  return `{${head},${satoshis}${values},"timestamp":${entry.time}${previous}}`;
}

function describeAmounts(state: NodeState, { output: { amounts }, spent }: Row, names = true): string {
  if (amounts.size === 0) return '';
  const sign = spent === undefined ? 1n : -1n;
  const values = [...amounts].map(([currency, amount]) => `"${currency}":${decimalText(sign * amount)}`);
  const text = `,"currencyvalues":{${values.join(',')}}`;
  if (!names) return text;
  const named = [...amounts.keys()].map((currency) => `"${currency}":${JSON.stringify(findName(state, currency))}`);
  return `${text},"currencynames":{${named.join(',')}}`;
}

/** The outputs of the transaction that have owners, in the order of the owners' hashes. */
function describeSent(state: NodeState, transaction: KnownTransaction): string {
  const native = state.chain.meta.chainId;
  const outputs = [...transaction.decoded.outputs.keys()].flatMap((index) => {
    const output = readOutput(state, transaction, index);
    const [first, ...others] = output?.addresses ?? [];
    if (output === undefined || first === undefined) return [];
    const addresses = JSON.stringify(others.length === 0 ? first : output.addresses);
    const amounts = new Map([...output.amounts, [native, output.value]]);
    const values = [...amounts].map(([currency, amount]) => `"${currency}":${decimalText(amount)}`);
    return [{ key: sortKeyOf(first), text: `{"addresses":${addresses},"amounts":{${values.join(',')}}}` }];
  });
  outputs.sort((a, b) => (a.key < b.key ? -1 : 1));
  return `{"outputs":[${outputs.map(({ text }) => text).join(',')}]}`;
}

/** Keys before identities, each by the bytes of their hashes. */
function sortKeyOf(address: string): string {
  const parsed = parseAddress(address);
  return `${parsed?.kind === 'IDENTITY' ? 1 : 0}${Buffer.from(parsed?.hash ?? []).toString('hex')}`;
}

/** The name of a currency; the i-address where the recording does not name it. */
function findName({ answers, chain }: NodeState, currency: string): string {
  if (currency === chain.meta.chainId) return chain.meta.name;
  const definition = answers.listResults('getcurrency').find((text) => {
    const id = memberOf(text, 'currencyid');
    return id !== undefined && text.slice(id.start + 1, id.end - 1) === currency;
  });
  const name = definition === undefined ? undefined : memberOf(definition, 'fullyqualifiedname');
  return definition === undefined || name === undefined ? currency : JSON.parse(definition.slice(name.start, name.end));
}
