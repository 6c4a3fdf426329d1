import type { Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';

export interface TransactionFlows {
  chainId: string;
  transaction: Transaction;
  spent: readonly Output[];
}

/**
 * The whole fee if every spent native output names the address and nothing leaves the shielded pools, otherwise a part in proportion to
 * the native losses, so that all parts add up. Shielded pools and outputs without an address form one more party, which comes first;
 * each part ends where the next begins.
 * @param own addresses of a wallet in the transaction: they are one party, in place of the first of them
 */
export function readFeePart(flows: TransactionFlows, own: readonly string[], fee: bigint): bigint {
  const { chainId, transaction, spent } = flows;
  const address = own[0] ?? '';
  const paying = spent.filter(({ satoshis }) => satoshis !== 0n);
  const paid = paying.filter((output) => partiesOf(output, own).includes(address));
  if (paid.length === 0 || spent.length < transaction.inputs.length) return 0n;
  const pools = transaction.shieldedValueBalance > 0n ? transaction.shieldedValueBalance : 0n;
  if (paid.length === paying.length && pools === 0n) return fee;
  const nets = netsOf(flows, own, chainId);
  const lost = (payer: string, net: bigint): bigint => (net < 0n && !SYSTEM_ADDRESSES.has(payer) ? -net : 0n);
  let before = paying.reduce((sum, one) => (readIndexedAddresses(one).length === 0 ? sum + one.satoshis : sum), pools);
  let total = before;
  for (const [payer, net] of nets) {
    total += lost(payer, net);
    if (payer < address) before += lost(payer, net);
  }
  if (total === 0n) return 0n;
  // Outputs that name several payers can make their losses smaller than the fee.
  const divided = fee < total ? fee : total;
  const end = before + lost(address, nets.get(address) ?? 0n);
  return (divided * end) / total - (divided * before) / total;
}

/**
 * The one address whose balance changed in the other direction. Null for a payment to oneself, for several addresses, for the protocol,
 * the shielded pools or an output without an address, and for new coins.
 */
export function readCounterparty(flows: TransactionFlows, own: readonly string[], currencyId: string): string | null {
  const { chainId, transaction, spent } = flows;
  const nets = netsOf(flows, own, currencyId);
  const amount = nets.get(own[0] ?? '') ?? 0n;
  if (amount === 0n) return null;
  if (currencyId === chainId && isOpposite(amount, -transaction.shieldedValueBalance)) return null;
  const others = amount > 0n ? spent : transaction.outputs;
  const isOwnerless = (output: Output): boolean => readIndexedAddresses(output).length === 0;
  if (others.some((output) => amountOf(output, chainId, currencyId) !== 0n && isOwnerless(output))) return null;
  const [only, second] = [...nets].filter(([, net]) => isOpposite(amount, net)).map(([other]) => other);
  return only === undefined || second !== undefined || SYSTEM_ADDRESSES.has(only) ? null : only;
}

function isOpposite(own: bigint, other: bigint): boolean {
  return own > 0n ? other < 0n : other > 0n;
}

function partiesOf(output: Output, own: readonly string[]): string[] {
  const addresses = readIndexedAddresses(output);
  if (own.length < 2) return addresses;
  return [...new Set(addresses.map((address) => (own.includes(address) ? (own[0] ?? address) : address)))];
}

function netsOf(
  { chainId, transaction, spent }: TransactionFlows,
  own: readonly string[],
  currencyId: string,
): Map<string, bigint> {
  const nets = new Map<string, bigint>();
  const add = (outputs: readonly Output[], sign: 1n | -1n): void => {
    for (const output of outputs) {
      const amount = amountOf(output, chainId, currencyId);
      if (amount === 0n) continue;
      for (const address of partiesOf(output, own)) nets.set(address, (nets.get(address) ?? 0n) + sign * amount);
    }
  };
  add(spent, -1n);
  add(transaction.outputs, 1n);
  return nets;
}

function amountOf({ satoshis, currencyValues }: Output, chainId: string, currencyId: string): bigint {
  const native = currencyId === chainId ? satoshis : 0n;
  return currencyValues.reduce((sum, value) => (value.currencyId === currencyId ? sum + value.satoshis : sum), native);
}
