import { CHANGE_HEADER, ROLE_HEADER, type WebhookRole } from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import { currentSecret, INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import { writeTrace } from '@ledgergraph/service-kit/trace-context';
import { AccountsError } from '#/accounts-error.ts';

/** Milliseconds: less than the gateway waits for the dashboard (15 s), more than a receiver of a test event has (5 s). */
export const CHANGE_TIMEOUT_MS = 12_000;

export interface WebhooksRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  role?: WebhookRole;
  changeId?: string;
  /** Ends a stream; absent: an answer that comes in time. */
  signal?: AbortSignal;
}

/** @throws WebhookRefusal; AccountsError NO_WEBHOOKS, or WEBHOOKS_AWAY: then a change may have been made */
export type WebhooksClient = (request: WebhooksRequest) => Promise<Response>;

/** Nothing has changed. */
export class WebhookRefusal extends Error {
  readonly code: string;
  readonly details: { fields?: Record<string, string>; retryAfterSeconds?: number };

  constructor(code: string, message: string, details: WebhookRefusal['details'] = {}) {
    super(message);
    this.name = 'WebhookRefusal';
    this.code = code;
    this.details = details;
  }
}

/** @param url undefined: this installation has no service of webhooks */
export function connectWebhooks(url: string | undefined, secretSetting: string): WebhooksClient {
  const secret = currentSecret(secretSetting);
  return async ({ method = 'GET', path, body, role, changeId, signal }) => {
    if (url === undefined) throw new AccountsError('NO_WEBHOOKS', 'This installation has no webhooks.');
    try {
      const response = await fetch(new URL(path, url), {
        method,
        headers: {
          [INTERNAL_HEADER]: secret,
          ...writeTrace(),
          ...(role !== undefined && { [ROLE_HEADER]: role }),
          ...(changeId !== undefined && { [CHANGE_HEADER]: changeId }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'error',
        signal: signal ?? AbortSignal.timeout(CHANGE_TIMEOUT_MS),
      });
      // A listener may vanish in the middle of its answer.
      if (response.ok) return signal === undefined ? new Response(await response.text(), response) : response;
      await refuse(response);
    } catch (error) {
      if (error instanceof WebhookRefusal) throw error;
    }
    throw new AccountsError('WEBHOOKS_AWAY', 'Webhooks cannot be read or changed at the moment. Try again.');
  };
}

async function refuse(response: Response): Promise<void> {
  const { error } = (await response.json()) as {
    error?: { code: string; message: string; fields?: Record<string, string> };
  };
  // An error without a code comes from no route of the contract, for example because the secret is wrong.
  if (response.status >= 500 || typeof error?.code !== 'string') return;
  const { code, message, fields } = error;
  const wait = response.headers.get('retry-after');
  throw new WebhookRefusal(code, message, {
    ...(fields !== undefined && { fields }),
    ...(wait !== null && { retryAfterSeconds: Number(wait) }),
  });
}
