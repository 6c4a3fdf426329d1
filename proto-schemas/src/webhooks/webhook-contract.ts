import { z } from 'zod';

/**
 * The one contract of managing webhooks. The service of webhooks serves these routes to accounts, which passes them on below `/dashboard/api`
 * for people, keys and operators: it checks rights and rates, adds the role (`ROLE_HEADER`) and keeps the record. Everybody in the team sees
 * webhooks; owners and admins change them. Viewers see URLs without what may be a token: user, query, fragment, long parts of the path.
 * | route | answer |
 * |---|---|
 * | GET `/webhook-event-types` | `{ eventTypes: WebhookEventType[] }` |
 * | GET `/teams/:team/webhooks` | `{ webhooks: Webhook[] }`, oldest first; 100 at most, on any plan |
 * | POST `/teams/:team/webhooks` | `NewWebhook` → 201 `CreatedWebhook` |
 * | PATCH `/teams/:team/webhooks/:webhook` | `WebhookChange` → `Webhook` |
 * | DELETE `/teams/:team/webhooks/:webhook` | `{}` |
 * | POST `/teams/:team/webhooks/:webhook/rotate-secret` | `RotatedSecret` |
 * | POST `/teams/:team/webhooks/:webhook/test` | `TestedWebhook` |
 * | POST `/teams/:team/webhooks/:webhook/replay` | `Replay` → `Webhook` |
 * | GET `/teams/:team/webhooks/:webhook/deliveries?cursor=&limit=` | `DeliveryPage`, 25 or up to 100, newest first |
 * | POST `/teams/:team/webhook-preview` | `WebhookPreview` → Server-Sent Events: `ready`, then one `event` with a `PreviewedEvent` for each of the next 10; `fault` with `{ message }` if it breaks. 30 at once and 30 a minute, listening included |
 * | POST `/teams/:team/webhook-listen` | the same for up to a day, without an end by number, while the caller is signed in and may manage webhooks |
 *
 * Errors are as in the dashboard's contract: `{ error: { code, message, fields? } }`. After an answer of 400 to 499 nothing has changed.
 * Accounts alone also asks: POST `/webhook-changes/:change/settle` → `{ wasMade: boolean }`, of a change that it named in `CHANGE_HEADER`.
 */
export const ROLE_HEADER = 'x-ledgergraph-role';
/** A manager sees whole URLs. */
export type WebhookRole = 'manager' | 'viewer';
/** UUID of a change, so that accounts can settle whether it was made when an answer is lost. */
export const CHANGE_HEADER = 'x-ledgergraph-change';

const source = {
  /** Name of an event type; null: `operation` is the owner's own subscription. */
  eventType: z.string().max(64).nullable().default(null),
  operation: z.string().max(65_536, 'At most 65,536 characters').default(''),
  variables: z.record(z.string(), z.unknown()).default({}),
};
const environment = z.enum(['live', 'test']);
const url = z.string().trim().min(1, 'Give the URL that receives the events').max(2_000, 'At most 2,000 characters');
const description = z.string().trim().max(200, 'At most 200 characters');

/** Body of a request that makes a webhook or watches events: room for 1,000 addresses, or for an operation of 65,536 characters. */
export const WEBHOOK_BODY_BYTES_MAX = 128 * 1024;

export const newWebhookSchema = z.strictObject({
  ...source,
  environment,
  url,
  description: description.default(''),
  isParallel: z.boolean().default(false),
  /** Begin with the events of this block; absent: with the next one. */
  fromHeight: z.int().min(0).max(999_999_999).optional(),
});
export type NewWebhook = z.input<typeof newWebhookSchema>;
export type WantedWebhook = z.output<typeof newWebhookSchema>;

/** `variables` take the place of all that it has, from behind the last stored event on. The event type and the chain stay; a webhook of pending transactions keeps its variables. */
export const webhookChangeSchema = z
  .strictObject({
    url,
    description,
    isParallel: z.boolean(),
    variables: source.variables.unwrap(),
    state: z.enum(['active', 'paused']),
  })
  .partial();
export type WebhookChange = z.input<typeof webhookChangeSchema>;

export const webhookPreviewSchema = z.strictObject({ ...source, environment });
export type WebhookPreview = z.input<typeof webhookPreviewSchema>;

export const deliveryPageSchema = z.object({
  cursor: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

/** Exactly one of a height, an instant and a delivery. */
export const replaySchema = z.union([
  z.strictObject({ fromHeight: z.int().min(0) }),
  z.strictObject({ fromTime: z.iso.datetime({ offset: true }) }),
  z.strictObject({ deliveryId: z.string().max(40) }),
]);
export type Replay = z.input<typeof replaySchema>;

export type WebhookEventType = {
  name: string;
  description: string;
  /** The subscription that it stands for. */
  operation: string;
  variables: { name: string; description: string; isRequired: boolean; isList: boolean }[];
};

export type Webhook = {
  id: string;
  environment: 'live' | 'test';
  url: string;
  description: string;
  eventType: string | null;
  operation: string;
  variables: Record<string, unknown>;
  /** False: one delivery after the other, in order. */
  isParallel: boolean;
  /** `failing`: it is active, and its last delivery failed. */
  state: 'active' | 'failing' | 'paused' | 'disabled';
  /** The delivery for which it is failing; null in every other state. */
  failing: FailingDelivery | null;
  /** Reason why it is disabled; null otherwise. */
  disabledReason: string | null;
  /** Reason why nothing arrives although it is active; null: events arrive. */
  trouble: string | null;
  /** Ids among its variables that can be none, with the reasons; events of the others arrive. Null: there are none. */
  ignored: string | null;
  positionHeight: number | null;
  waitingDeliveries: number;
  createdAt: string;
  lastDeliveredAt: string | null;
  /** Until then the secret before this one signs too. */
  previousSecretUntil: string | null;
};

export type FailingDelivery = {
  /** The first failure since the last success. */
  since: string;
  deliveryId: string;
  /** The last attempt; null: it is no longer kept. */
  attempt: DeliveryAttempt | null;
  /** Null: no further attempt is made. */
  nextAttemptAt: string | null;
};

/** The only answers that hold a secret, `whsec_…`. */
export type CreatedWebhook = { secret: string; webhook: Webhook };
export type RotatedSecret = { secret: string; previousSecretUntil: string };

export type DeliveryAttempt = {
  at: string;
  durationMs: number;
  url: string;
  requestHeaders: Record<string, string>;
  /** Null: there was no response. */
  status: number | null;
  /** The first 1,024 characters. */
  responseBody: string;
  /** Reason of the failure; null: it succeeded. */
  error: string | null;
};

export type Delivery = {
  id: string;
  /** The `webhook-id` header. */
  webhookId: string;
  eventType: string;
  blockHeight: number;
  state: 'waiting' | 'delivered' | 'failed';
  /** The body as it is sent: JSON. Empty: it is no longer kept, nor are the attempts. */
  payload: string;
  attempts: DeliveryAttempt[];
  createdAt: string;
  nextAttemptAt: string | null;
};
export type DeliveryPage = { deliveries: Delivery[]; nextCursor: string | null };
export type TestedWebhook = { attempt: DeliveryAttempt; payload: string };
export type PreviewedEvent = { webhookId: string; eventType: string; payload: string };
