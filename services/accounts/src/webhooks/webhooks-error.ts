import { Code, ConnectError } from '@connectrpc/connect';
import { AccountsError, type AccountsErrorCode } from '#/accounts-error.ts';

const CODES: Partial<Record<Code, AccountsErrorCode>> = {
  [Code.InvalidArgument]: 'WEBHOOK_REFUSED',
  [Code.NotFound]: 'UNKNOWN_WEBHOOK',
  [Code.ResourceExhausted]: 'WEBHOOK_LIMIT',
  [Code.Aborted]: 'WEBHOOKS_BUSY',
};

/** A refusal of the service of webhooks as AccountsError; any other error as it is. */
export function toAccountsError(error: unknown): unknown {
  if (!(error instanceof ConnectError)) return error;
  const code = CODES[error.code];
  if (code !== undefined) return new AccountsError(code, error.rawMessage);
  return new AccountsError('WEBHOOKS_AWAY', 'Webhooks cannot be read or changed at the moment. Try again.');
}

/** The answer of the service, or its refusal as AccountsError. */
export async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw toAccountsError(error);
  }
}
