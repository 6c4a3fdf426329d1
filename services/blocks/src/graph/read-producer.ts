import { validationError } from '@ledgergraph/graph-kit/errors';
import { parseAddress } from '@ledgergraph/verus-protocol/address';

/**
 * Reads the argument `producer`: the address that a block's coinbase pays.
 * @throws VALIDATION_ERROR naming `producer`, for a name too
 */
export function readProducer(text: string): string {
  const kind = parseAddress(text)?.kind;
  if (kind === undefined || kind === 'INDEX') {
    throw validationError(
      'producer',
      'producer must be an R…, b… or i… address; `identity(identity: …) { identityAddress }` answers the one of a name',
    );
  }
  return text;
}
