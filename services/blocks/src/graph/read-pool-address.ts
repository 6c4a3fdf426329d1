import { validationError } from '@ledgergraph/graph-kit/errors';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { addressFault } from '@ledgergraph/verus-protocol/address-fault';

/**
 * Reads the argument of a list of pending transactions. An address need not have been used.
 * @throws VALIDATION_ERROR naming `address`, for a name too: `address(address: "name@") { pending }` takes it
 */
export function readPoolAddress(text: string): string {
  const address = text.trim();
  const kind = parseAddress(address)?.kind;
  if (kind !== undefined && kind !== 'INDEX') return address;
  const fault = addressFault(address) ?? 'it must be an R…, b… or i… address; Address.pending answers for a name';
  throw validationError('address', `address: ${fault}`);
}
