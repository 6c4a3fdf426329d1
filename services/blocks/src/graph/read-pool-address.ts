import { validationError } from '@ledgergraph/graph-kit/errors';
import { parseAddress } from '@ledgergraph/verus-protocol/address';

/**
 * Reads the argument of a list of pending transactions. An address need not have been used.
 * @throws VALIDATION_ERROR naming `address`, for a name too: `address(address: "name@") { pending }` takes it
 */
export function readPoolAddress(text: string): string {
  const kind = parseAddress(text)?.kind;
  if (kind === undefined || kind === 'INDEX') {
    throw validationError('address', 'address must be an R…, b… or i… address; Address.pending answers for a name');
  }
  return text;
}
