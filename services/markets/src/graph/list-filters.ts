import { validationError } from '@ledgergraph/graph-kit/errors';
import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { addressFault } from '@ledgergraph/verus-protocol/address-fault';
import { isId } from '@ledgergraph/verus-protocol/named-id';

/** The i-address that a filter names; null without one. @throws VALIDATION_ERROR naming the argument, for a name too */
export function readIdFilter(argument: string, text: string | null | undefined): string | null {
  if (text == null || isId(text)) return text ?? null;
  const query = 'currency(name: "…") { currencyId } gives that of a name';
  throw validationError(argument, `${argument}: ${addressFault(text) ?? `it must be an i-address; ${query}`}`);
}

/** The address that a filter names; null without one. @throws VALIDATION_ERROR naming the argument */
export function readAddressFilter(argument: string, text: string | null | undefined): string | null {
  if (text == null || parseAddress(text) !== undefined) return text ?? null;
  throw validationError(argument, `${argument}: ${addressFault(text) ?? 'it must be an address'}`);
}
