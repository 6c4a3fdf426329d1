import { validationError } from '@ledgergraph/graph-kit/errors';
import { isIdentityAddress, parseAddress } from '@ledgergraph/verus-protocol/address';

/** An address; no name, since this service knows none. @throws VALIDATION_ERROR naming the argument */
export function readAddress(argument: string, text: string): string {
  const kind = parseAddress(text)?.kind;
  if (kind !== undefined && kind !== 'INDEX') return text;
  throw validationError(
    argument,
    `${argument} must be an R…, b… or i… address; \`identity(identity: …) { identityAddress }\` answers the one of a name`,
  );
}

/** The i-address of a chain; null without one. @throws VALIDATION_ERROR naming the argument */
export function readSystemId(argument: string, text: string | null | undefined): string | null {
  if (text == null || isIdentityAddress(text)) return text ?? null;
  throw validationError(
    argument,
    `${argument} must be an i-address; \`currency(currency: …) { currencyId }\` answers the one of a chain`,
  );
}
