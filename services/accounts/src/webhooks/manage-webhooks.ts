import type { Endpoint } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { Environment, Order, State } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { AccountsError } from '#/accounts-error.ts';
import type { Actor } from '#/audit/actor.ts';
import type { AuditEntry } from '#/audit/record-audit.ts';
import type { KeyDeps } from '#/keys/key-deps.ts';
import { CHANGE_TIMEOUT_MS, type WebhooksClient } from './connect-webhooks.ts';
import { ensureWebhookKey } from './ensure-webhook-key.ts';
import { hideUrl } from './hide-url.ts';
import { onRecord } from './record-change.ts';
import { asked } from './webhooks-error.ts';

const DEADLINE = { timeoutMs: CHANGE_TIMEOUT_MS };

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
  /** In the place of all variables of its source. */
  variables?: WebhookSource['variables'] | undefined;
  state?: 'active' | 'paused' | undefined;
};

export type ReplayFrom = { case: 'height' | 'timeSeconds'; value: bigint } | { case: 'deliveryId'; value: string };

/** A team's endpoint, or a team: what an action is about. */
type Place = { teamId: string; endpointId: string };

/**
 * Makes an endpoint of a team. Throws AccountsError WEBHOOK_REFUSED, WEBHOOK_LIMIT, UNKNOWN_TEAM, NO_WEBHOOKS, or WEBHOOKS_AWAY: then it may
 * have been made, and is on record if it was; its secret can be rotated.
 * @returns the endpoint and its secret, which exists only here
 */
export async function createEndpoint(deps: WebhookDeps, actor: Actor, teamId: string, wanted: NewEndpoint) {
  const client = deps.webhooks();
  const { environment, source, isParallel, fromHeight, ...rest } = wanted;
  await ensureWebhookKey(deps, actor, teamId, environment, () => checkEventType(deps, source.eventType));
  const entry: AuditEntry = { action: 'webhook.create', teamId, details: describe(wanted) };
  return onRecord(deps, actor, entry, async (changeId) => {
    const { endpoint, secret } = await client.createEndpoint(
      {
        ...rest,
        teamId,
        environment: toEnvironment(environment),
        source: toSource(source),
        order: toOrder(isParallel),
        ...(fromHeight !== undefined && { fromHeight }),
        changeId,
      },
      DEADLINE,
    );
    return { endpoint: given(endpoint), secret };
  });
}

/** Throws AccountsError UNKNOWN_WEBHOOK and as createEndpoint. An endpoint that is made active goes on where it stopped. */
export async function changeEndpoint(
  deps: WebhookDeps,
  actor: Actor,
  place: Place,
  change: EndpointChange,
): Promise<Endpoint> {
  const client = deps.webhooks();
  const { url, description, isParallel, state, variables } = change;
  if (state === 'active' || variables !== undefined) await restoreKey(deps, actor, place);
  const details = {
    url: url === undefined ? null : hideUrl(url),
    description: description ?? null,
    isParallel: isParallel ?? null,
    state: state ?? null,
    variables: variables === undefined ? null : Object.keys(variables),
  };
  const entry: AuditEntry = { ...entryOf('webhook.change', place), details: withoutNulls(details) };
  return onRecord(deps, actor, entry, async (changeId) => {
    const { endpoint } = await client.updateEndpoint(
      {
        ...place,
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description }),
        ...(isParallel !== undefined && { order: toOrder(isParallel) }),
        ...(variables !== undefined && { variablesJson: JSON.stringify(variables) }),
        ...(state !== undefined && { state: state === 'active' ? State.ACTIVE : State.PAUSED }),
        changeId,
      },
      DEADLINE,
    );
    return given(endpoint);
  });
}

/** Throws AccountsError as changeEndpoint. */
export function deleteEndpoint(deps: WebhookDeps, actor: Actor, place: Place): Promise<void> {
  const client = deps.webhooks();
  return onRecord(deps, actor, entryOf('webhook.delete', place), async (changeId) => {
    await client.deleteEndpoint({ ...place, changeId }, DEADLINE);
  });
}

/** Throws AccountsError as changeEndpoint. */
export function rotateSecret(deps: WebhookDeps, actor: Actor, place: Place) {
  const client = deps.webhooks();
  return onRecord(deps, actor, entryOf('webhook.rotate-secret', place), (changeId) =>
    client.rotateSecret({ ...place, changeId }, DEADLINE),
  );
}

/** Throws AccountsError as changeEndpoint, and WEBHOOKS_BUSY if the team tests too much at once. */
export function sendTestEvent(deps: WebhookDeps, actor: Actor, place: Place) {
  const client = deps.webhooks();
  return onRecord(deps, actor, entryOf('webhook.test', place), (changeId) =>
    client.sendTestEvent({ ...place, changeId }, DEADLINE),
  );
}

/** Throws AccountsError as changeEndpoint. */
export function replayEvents(deps: WebhookDeps, actor: Actor, place: Place, from: ReplayFrom): Promise<Endpoint> {
  const client = deps.webhooks();
  const entry: AuditEntry = { ...entryOf('webhook.replay', place), details: { [from.case]: String(from.value) } };
  return onRecord(deps, actor, entry, async (changeId) =>
    given((await client.replay({ ...place, from, changeId }, DEADLINE)).endpoint),
  );
}

export function toSource({ eventType, operation, variables }: WebhookSource) {
  return { eventType: eventType ?? '', operation, variablesJson: JSON.stringify(variables) };
}

export function toEnvironment(environment: 'live' | 'test'): Environment {
  return environment === 'live' ? Environment.MAINNET : Environment.TESTNET;
}

/** Throws AccountsError WEBHOOK_REFUSED for an event type that does not exist. The rest of a source is checked where it is used. */
export async function checkEventType({ webhooks }: WebhookDeps, eventType: string | null): Promise<void> {
  if (eventType === null) return;
  const { eventTypes } = await asked(webhooks().listEventTypes({}, DEADLINE));
  if (eventTypes.some(({ name }) => name === eventType)) return;
  throw new AccountsError('WEBHOOK_REFUSED', `There is no event type ${JSON.stringify(eventType)}.`);
}

/** The key may have been revoked since the endpoint was made. */
async function restoreKey(deps: WebhookDeps, actor: Actor, { teamId, endpointId }: Place): Promise<void> {
  const { endpoints } = await asked(deps.webhooks().listEndpoints({ teamId }, DEADLINE));
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  if (endpoint === undefined) return;
  await ensureWebhookKey(deps, actor, teamId, endpoint.environment === Environment.MAINNET ? 'live' : 'test');
}

function entryOf(action: AuditEntry['action'], { teamId, endpointId }: Place): AuditEntry {
  return { action, teamId, subjectId: endpointId };
}

function describe({ environment, url, source, isParallel }: NewEndpoint) {
  return { environment, url: hideUrl(url), eventType: source.eventType ?? 'own subscription', isParallel };
}

function withoutNulls(details: Record<string, string | boolean | string[] | null>) {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null));
}

function toOrder(isParallel: boolean): Order {
  return isParallel ? Order.PARALLEL : Order.SEQUENTIAL;
}

function given<Message>(message: Message | undefined): Message {
  if (message === undefined) throw new Error('webhooks answered without its endpoint');
  return message;
}
