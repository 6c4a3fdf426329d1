import { Code, ConnectError } from '@connectrpc/connect';
import type { Endpoint } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { Environment, Order, State } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { AccountsError, type AccountsErrorCode } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import { type AuditEntry, recordAudit } from '#/audit/record-audit.ts';
import type { KeyDeps } from '#/keys/key-deps.ts';
import type { WebhooksClient } from './connect-webhooks.ts';
import { ensureWebhookKey } from './ensure-webhook-key.ts';

export type WebhookDeps = KeyDeps & { webhooks: () => WebhooksClient };

/** The events that an endpoint wants: a type, or an operation of the owner's own. */
export type WebhookSource = { eventType: string | null; operation: string; variables: Record<string, unknown> };

export type NewEndpoint = {
  environment: 'live' | 'test';
  url: string;
  description: string;
  source: WebhookSource;
  isParallel: boolean;
  /** Begin with the events of this block; absent: with the next one. */
  fromHeight?: bigint | undefined;
};

/** Absent members stay as they are. */
export type EndpointChange = {
  url?: string | undefined;
  description?: string | undefined;
  isParallel?: boolean | undefined;
  state?: 'active' | 'paused' | undefined;
};

export type ReplayFrom = { case: 'height' | 'timeSeconds'; value: bigint } | { case: 'deliveryId'; value: string };

/** A team's endpoint, or a team: what an action is about. */
type Place = { teamId: string; endpointId: string };

/**
 * Makes an endpoint of a team. Throws AccountsError WEBHOOK_REFUSED, WEBHOOK_LIMIT, UNKNOWN_TEAM, NO_WEBHOOKS or WEBHOOKS_AWAY.
 * @returns the endpoint and its secret, which exists only here
 */
export async function createEndpoint(deps: WebhookDeps, actor: Actor, teamId: string, wanted: NewEndpoint) {
  const client = deps.webhooks();
  const { environment, source, isParallel, fromHeight, ...rest } = wanted;
  await ensureWebhookKey(deps, actor, teamId, environment);
  let made: Endpoint | undefined;
  const create = async () => {
    const { endpoint, secret } = await client.createEndpoint({
      ...rest,
      teamId,
      environment: toEnvironment(environment),
      source: toSource(source),
      order: toOrder(isParallel),
      ...(fromHeight !== undefined && { fromHeight }),
    });
    made = given(endpoint);
    return { endpoint: made, secret };
  };
  try {
    return await onRecord(deps, actor, { action: 'webhook.create', teamId, details: describe(wanted) }, create);
  } catch (error) {
    // Without its record it does not stand, and nobody has its secret. The service may be away too: then it stays.
    if (made !== undefined) await client.deleteEndpoint({ teamId, endpointId: made.id }).catch(() => undefined);
    throw error;
  }
}

/** Throws AccountsError UNKNOWN_WEBHOOK and as createEndpoint. An endpoint that is made active goes on where it stopped. */
export async function changeEndpoint(
  deps: WebhookDeps,
  actor: Actor,
  place: Place,
  change: EndpointChange,
): Promise<Endpoint> {
  const client = deps.webhooks();
  const { url, description, isParallel, state } = change;
  if (state === 'active') await restoreKey(deps, actor, place);
  const details = {
    url: url ?? null,
    description: description ?? null,
    isParallel: isParallel ?? null,
    state: state ?? null,
  };
  const entry: AuditEntry = { ...entryOf('webhook.change', place), details: withoutNulls(details) };
  return onRecord(deps, actor, entry, async () => {
    const { endpoint } = await client.updateEndpoint({
      ...place,
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(isParallel !== undefined && { order: toOrder(isParallel) }),
      ...(state !== undefined && { state: state === 'active' ? State.ACTIVE : State.PAUSED }),
    });
    return given(endpoint);
  });
}

/** Throws AccountsError as changeEndpoint. */
export function deleteEndpoint(deps: WebhookDeps, actor: Actor, place: Place): Promise<void> {
  const client = deps.webhooks();
  return onRecord(deps, actor, entryOf('webhook.delete', place), async () => void (await client.deleteEndpoint(place)));
}

/** Throws AccountsError as changeEndpoint. */
export function rotateSecret(deps: WebhookDeps, actor: Actor, place: Place) {
  const client = deps.webhooks();
  return onRecord(deps, actor, entryOf('webhook.rotate-secret', place), () => client.rotateSecret(place));
}

/** Throws AccountsError as changeEndpoint. */
export function sendTestEvent(deps: WebhookDeps, actor: Actor, place: Place) {
  const client = deps.webhooks();
  return onRecord(deps, actor, entryOf('webhook.test', place), () => client.sendTestEvent(place));
}

/** Throws AccountsError as changeEndpoint. */
export function replayEvents(deps: WebhookDeps, actor: Actor, place: Place, from: ReplayFrom): Promise<Endpoint> {
  const client = deps.webhooks();
  const entry: AuditEntry = { ...entryOf('webhook.replay', place), details: { [from.case]: String(from.value) } };
  return onRecord(deps, actor, entry, async () => given((await client.replay({ ...place, from })).endpoint));
}

/** What the service answers, or its refusal as AccountsError. */
export async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw toAccountsError(error);
  }
}

const CODES: Partial<Record<Code, AccountsErrorCode>> = {
  [Code.InvalidArgument]: 'WEBHOOK_REFUSED',
  [Code.NotFound]: 'UNKNOWN_WEBHOOK',
  [Code.ResourceExhausted]: 'WEBHOOK_LIMIT',
};

export function toAccountsError(error: unknown): unknown {
  if (!(error instanceof ConnectError)) return error;
  const code = CODES[error.code];
  if (code !== undefined) return new AccountsError(code, error.rawMessage);
  return new AccountsError('WEBHOOKS_AWAY', 'Webhooks cannot be read or changed at the moment. Try again.');
}

export function toSource({ eventType, operation, variables }: WebhookSource) {
  return { eventType: eventType ?? '', operation, variablesJson: JSON.stringify(variables) };
}

export function toEnvironment(environment: 'live' | 'test'): Environment {
  return environment === 'live' ? Environment.MAINNET : Environment.TESTNET;
}

/** The record stands only if the service has done it; it is away for seconds at most, or refuses. */
function onRecord<Done>({ db }: WebhookDeps, actor: Actor, entry: AuditEntry, act: () => Promise<Done>): Promise<Done> {
  return db.$transaction(async (tx) => {
    await recordAudit(tx, actor, entry);
    return asked(act());
  });
}

/** The key may have been revoked since the endpoint was made. */
async function restoreKey(deps: WebhookDeps, actor: Actor, { teamId, endpointId }: Place): Promise<void> {
  const { endpoints } = await asked(deps.webhooks().listEndpoints({ teamId }));
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  if (endpoint === undefined) return;
  await ensureWebhookKey(deps, actor, teamId, endpoint.environment === Environment.MAINNET ? 'live' : 'test');
}

function entryOf(action: AuditEntry['action'], { teamId, endpointId }: Place): AuditEntry {
  return { action, teamId, subjectId: endpointId };
}

function describe({ environment, url, source, isParallel }: NewEndpoint) {
  return { environment, url, eventType: source.eventType ?? 'own subscription', isParallel };
}

function withoutNulls(details: Record<string, string | boolean | null>) {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null));
}

function toOrder(isParallel: boolean): Order {
  return isParallel ? Order.PARALLEL : Order.SEQUENTIAL;
}

function given<Message>(message: Message | undefined): Message {
  if (message === undefined) throw new Error('webhooks answered without its endpoint');
  return message;
}
