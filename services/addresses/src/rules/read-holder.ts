import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { isIndexAddress } from '@ledgergraph/verus-protocol/indexed-addresses';

/**
 * The rich list counts an output for its first address that is neither a system nor an index address. A stake guard also names the
 * protocol's address, and an identity its authorities: counting them all would exceed the supply.
 * @param addresses in the daemon's order
 * @returns null where only the protocol holds the output
 */
export function readHolder(addresses: readonly string[]): string | null {
  return addresses.find((address) => !SYSTEM_ADDRESSES.has(address) && !isIndexAddress(address)) ?? null;
}
