import { parseOrigin } from '@ledgergraph/proto-schemas/origin/parse-origin';
import { AccountsError } from '#/accounts-error.ts';

/** Spells origins as a browser's `Origin` header does, each once. Throws AccountsError BAD_ORIGIN, which names the text. */
export function parseOrigins(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => parseOrigin(text) ?? refuse(text)))];
}

function refuse(text: string): never {
  throw new AccountsError('BAD_ORIGIN', `${JSON.stringify(text)} is no origin such as https://app.example.com`);
}
