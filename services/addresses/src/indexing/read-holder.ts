import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { isIndexAddress } from '@ledgergraph/verus-protocol/indexed-addresses';

/**
 * The one address that the rich list counts an output for: its first that is neither a system nor an index address.
 * A stake guard names the protocol's address beside the staker's, an identity its authorities: counting all of them would
 * make the holders' sum exceed the supply.
 * @param addresses of the output, in the daemon's order
 * @returns null where only the protocol holds it
 */
export function readHolder(addresses: readonly string[]): string | null {
  return addresses.find((address) => !SYSTEM_ADDRESSES.has(address) && !isIndexAddress(address)) ?? null;
}
