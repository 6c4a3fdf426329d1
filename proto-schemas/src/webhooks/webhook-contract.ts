import { z } from 'zod';

/**
 * The service of webhooks serves these routes to accounts, which passes them on below `/dashboard/api`: it checks rights and rates, adds the
 * role (`ROLE_HEADER`) and keeps the record. Owners and admins change webhooks; viewers see URLs without possible tokens.
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
export type WebhookRole = 'manager' | 'viewer';
/** UUID by which accounts settles whether a change was made when an answer is lost. */
export const CHANGE_HEADER = 'x-ledgergraph-change';

const source = {
  /** Null: `operation` is the owner's own subscription. */
  eventType: z.string().max(64).nullable().default(null),
  operation: z.string().max(65_536, 'At most 65,536 characters').default(''),
  variables: z.record(z.string(), z.unknown()).default({}),
};
const environment = z.enum(['live', 'test']);
const url = z.string().trim().min(1, 'Give the URL that receives the events').max(2_000, 'At most 2,000 characters');
const description = z.string().trim().max(200, 'At most 200 characters');

/** Room for 1,000 addresses, or for an operation of 65,536 characters. */
export const WEBHOOK_BODY_BYTES_MAX = 128 * 1024;

export const newWebhookSchema = z.strictObject({
  ...source,
  environment,
  url,
  description: description.default(''),
  isParallel: z.boolean().default(false),
  /** Absent: from the next block on. */
  fromHeight: z.int().min(0).max(999_999_999).optional(),
});
export type NewWebhook = z.input<typeof newWebhookSchema>;
export type WantedWebhook = z.output<typeof newWebhookSchema>;

/** `variables` replace all, behind the last stored event. A webhook of pending transactions keeps its variables. */
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
  /** False: in order. */
  isParallel: boolean;
  /** `failing`: active, and its last delivery failed. */
  state: 'active' | 'failing' | 'paused' | 'disabled';
  /** Null in every other state. */
  failing: FailingDelivery | null;
  disabledReason: string | null;
  /** Reason why nothing arrives although it is active; null: events arrive. */
  trouble: string | null;
  positionHeight: number | null;
  queuedDeliveries: number;
  createdAt: string;
  lastDeliveredAt: string | null;
  /** Until then the previous secret signs too. */
  previousSecretUntil: string | null;
};

export type FailingDelivery = {
  /** Since the last success. */
  since: string;
  deliveryId: string;
  /** Null: no longer kept. */
  attempt: DeliveryAttempt | null;
  /** Null: no further attempt. */
  nextAttemptAt: string | null;
};

/** `whsec_…`; no other answer holds a secret. */
export type CreatedWebhook = { secret: string; webhook: Webhook };
export type RotatedSecret = { secret: string; previousSecretUntil: string };

export type DeliveryAttempt = {
  at: string;
  durationMs: number;
  url: string;
  requestHeaders: Record<string, string>;
  status: number | null;
  /** The first 1,024 characters. */
  responseBody: string;
  /** Null: it succeeded. */
  error: string | null;
};

export type Delivery = {
  id: string;
  /** The `webhook-id` header. */
  webhookId: string;
  eventType: string;
  blockHeight: number;
  state: 'queued' | 'delivered' | 'failed';
  /** Empty: no longer kept, nor are the attempts. */
  payload: string;
  attempts: DeliveryAttempt[];
  createdAt: string;
  nextAttemptAt: string | null;
};
export type DeliveryPage = { deliveries: Delivery[]; nextCursor: string | null };
export type TestedWebhook = { attempt: DeliveryAttempt; payload: string };
export type PreviewedEvent = { webhookId: string; eventType: string; payload: string };
