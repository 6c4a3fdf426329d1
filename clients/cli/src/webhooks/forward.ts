import { randomBytes } from 'node:crypto';
import { CommandError, print } from '@ledgergraph/dashboard-api/output';
import { Webhook } from 'standardwebhooks';
import type { ListenOptions } from './webhook-options.ts';

const TIMEOUT_MS = 15_000;

export interface ListenedEvent {
  webhookId: string;
  eventType: string;
  /** JSON. */
  payload: string;
}

export class Forwarder {
  readonly secret: string;
  readonly #options: ListenOptions;

  /** @throws CommandError if the target is not a URL */
  constructor(options: ListenOptions) {
    if (!URL.canParse(options.forwardTo)) throw new CommandError(`${JSON.stringify(options.forwardTo)} is not a URL.`);
    this.#options = options;
    this.secret = options.secret ?? `whsec_${randomBytes(24).toString('base64')}`;
  }

  async forward({ webhookId, eventType, payload }: ListenedEvent): Promise<void> {
    const at = new Date();
    const answer = await send(this.#options.forwardTo, payload, {
      'content-type': 'application/json',
      'webhook-id': webhookId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(this.secret).sign(webhookId, at, payload),
    });
    if (this.#options.json) print(JSON.stringify({ webhookId, eventType, answer, payload: JSON.parse(payload) }));
    else print(`${at.toISOString()}  ${eventType}  ${webhookId}  ${answer}`);
  }
}

async function send(url: string, body: string, headers: Record<string, string>): Promise<string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return String(response.status);
  } catch {
    return 'no answer';
  }
}
