import type { Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';
import { computeAddressChanges } from './compute-address-changes.ts';

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
  const nets = new Map<string, bigint>();
  for (const change of computeAddressChanges(chainId, spent, transaction.outputs)) {
    const amount = change.amounts.find((one) => one.currencyId === currencyId);
    if (amount !== undefined) nets.set(change.address, amount.satoshis);
  }
  const own = nets.get(address) ?? 0n;
  if (own === 0n) return null;
  if (currencyId === chainId && isOpposite(own, -transaction.shieldedValueBalance)) return null;
  const others = own > 0n ? spent : transaction.outputs;
  if (others.some((output) => carries(output, flows, currencyId) && readIndexedAddresses(output).length === 0))
    return null;
  const [only, second] = [...nets].filter(([, net]) => isOpposite(own, net)).map(([other]) => other);
  return only === undefined || second !== undefined || SYSTEM_ADDRESSES.has(only) ? null : only;
}

function isOpposite(own: bigint, other: bigint): boolean {
  return own > 0n ? other < 0n : other > 0n;
}

function carries({ satoshis, currencyValues }: Output, { chainId }: TransactionFlows, currencyId: string): boolean {
  if (currencyId === chainId) return satoshis !== 0n;
  return currencyValues.some((value) => value.currencyId === currencyId && value.satoshis !== 0n);
}
