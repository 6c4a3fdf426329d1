import { parseOrigin } from '@ledgergraph/proto-schemas/origin/parse-origin';
import { AccountsError } from '#/accounts-error.ts';

/**
 * A list of origins in the one spelling it is stored in, that of a browser's `Origin` header: each origin once, in the given order.
 * Throws AccountsError BAD_ORIGIN, which names the text that is no origin.
 */
export function parseOrigins(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => parseOrigin(text) ?? refuse(text)))];
}

function refuse(text: string): never {
  throw new AccountsError('BAD_ORIGIN', `${JSON.stringify(text)} is no origin such as https://app.example.com`);
}
