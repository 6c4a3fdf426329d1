import type { Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';

/** A transaction and the outputs that it spends. */
export interface TransactionFlows {
  /** i-address of the native currency. */
  chainId: string;
  transaction: Transaction;
  spent: readonly Output[];
}

/**
 * True if an address alone pays the fee of a transaction: every output with native value that is spent names it, and nothing comes out of the
 * shielded pools. An output that names several addresses counts in full for each of them, as in their balances.
 */
export function isOnlyPayer({ transaction, spent }: TransactionFlows, address: string): boolean {
  if (transaction.shieldedValueBalance > 0n || spent.length < transaction.inputs.length) return false;
  const paying = spent.filter(({ satoshis }) => satoshis !== 0n);
  return paying.length > 0 && paying.every((output) => readIndexedAddresses(output).includes(address));
}

/**
 * Reads who stands on the other side of a movement of one currency of an address: the one address whose balance of the currency changed in the
 * other direction. Null where the address paid itself; where there are several; where the other side is the protocol, the shielded pools or an
 * output that no address has; where there is no other side, as with new coins.
 */
export function readCounterparty(flows: TransactionFlows, address: string, currencyId: string): string | null {
  const { chainId, transaction, spent } = flows;
  const nets = netsOf(flows, currencyId);
  const own = nets.get(address) ?? 0n;
  if (own === 0n) return null;
  if (currencyId === chainId && isOpposite(own, -transaction.shieldedValueBalance)) return null;
  const others = own > 0n ? spent : transaction.outputs;
  const isOwnerless = (output: Output): boolean => readIndexedAddresses(output).length === 0;
  if (others.some((output) => amountOf(output, chainId, currencyId) !== 0n && isOwnerless(output))) return null;
  const [only, second] = [...nets].filter(([, net]) => isOpposite(own, net)).map(([other]) => other);
  return only === undefined || second !== undefined || SYSTEM_ADDRESSES.has(only) ? null : only;
}

function isOpposite(own: bigint, other: bigint): boolean {
  return own > 0n ? other < 0n : other > 0n;
}

/** Net amounts of one currency, for each address: those of computeAddressChanges, which has all currencies. */
function netsOf({ chainId, transaction, spent }: TransactionFlows, currencyId: string): Map<string, bigint> {
  const nets = new Map<string, bigint>();
  const add = (outputs: readonly Output[], sign: 1n | -1n): void => {
    for (const output of outputs) {
      const amount = amountOf(output, chainId, currencyId);
      if (amount === 0n) continue;
      for (const address of readIndexedAddresses(output)) nets.set(address, (nets.get(address) ?? 0n) + sign * amount);
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
