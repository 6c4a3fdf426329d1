import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** As Standard Webhooks recommends: 24 to 64 bytes. */
const SECRET_BYTES = 24;

export function generateSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** As in Standard Webhooks. @param secrets during a rotation the new one and the old one */
export function signedHeaders(
  secrets: readonly string[],
  webhookId: string,
  at: Date,
  body: string,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Ledgergraph-Webhooks/1',
    'webhook-id': webhookId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(webhookId, at, body)).join(' '),
  };
}
