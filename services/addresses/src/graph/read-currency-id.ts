import { validationError } from '@ledgergraph/graph-kit/errors';
import { isIdentityAddress } from '@ledgergraph/verus-protocol/address';

/** The currency that a filter names; null: none. @throws VALIDATION_ERROR naming `currencyId` */
export function readCurrencyId(currencyId: string | null | undefined): string | null {
  if (currencyId == null) return null;
  if (!isIdentityAddress(currencyId)) throw validationError('currencyId', 'currencyId must be an i-address');
  return currencyId;
}
