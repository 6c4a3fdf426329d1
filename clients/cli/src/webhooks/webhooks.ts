import { CommandError, type Output, remark, showList, showOne } from '@ledgergraph/dashboard-api/output';
import type {
  CreatedWebhook,
  Delivery,
  DeliveryPage,
  NewWebhook,
  Replay,
  RotatedSecret,
  TestedWebhook,
  Webhook,
  WebhookChange,
  WebhookEventType,
} from '@ledgergraph/dashboard-api/webhook-contract';
import {
  DELIVERY_TABLE,
  describeFailing,
  EVENT_TYPE_TABLE,
  WEBHOOK_TABLE,
} from '@ledgergraph/dashboard-api/webhook-texts';
import type { TeamContext } from '#/context.ts';
import { readSource } from './read-source.ts';
import type { ChangeOptions, CreateOptions, ReplayOptions, TeamOptions } from './webhook-options.ts';

export async function listWebhooks({ ask, teamPath }: TeamContext, options: TeamOptions): Promise<void> {
  const { webhooks } = await ask<{ webhooks: Webhook[] }>(`${await teamPath(options.team)}/webhooks`);
  const empty = 'No webhooks yet. Make one: webhooks create --event block.new --url https://…';
  showList(webhooks, { ...WEBHOOK_TABLE, empty }, options.json);
}

export async function listEventTypes({ ask }: TeamContext, options: Output): Promise<void> {
  const { eventTypes } = await ask<{ eventTypes: WebhookEventType[] }>('/webhook-event-types');
  showList(eventTypes, EVENT_TYPE_TABLE, options.json);
}

export async function createWebhook(context: TeamContext, options: CreateOptions): Promise<void> {
  const { url, description, parallel, fromHeight } = options;
  const body: NewWebhook = {
    ...(await readSource(context, options)),
    url,
    description,
    isParallel: parallel === true,
    ...(fromHeight !== undefined && { fromHeight }),
  };
  const path = `${await context.teamPath(options.team)}/webhooks`;
  const { webhook, secret } = await context.ask<CreatedWebhook>(path, { method: 'POST', body });
  const lines = [`Made the webhook ${webhook.id}. Its secret, which is not shown again:`, secret];
  showOne({ ...webhook, secret }, lines, options.json);
}

/** @throws CommandError if the options change nothing */
export async function changeWebhook(context: TeamContext, id: string, options: ChangeOptions): Promise<void> {
  const { url, description, parallel, inOrder, variable } = options;
  const body: WebhookChange = {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...((parallel ?? inOrder) && { isParallel: parallel === true }),
    ...(variable !== undefined && { variables: await changeVariables(context, id, options, variable) }),
  };
  if (Object.keys(body).length === 0) throw new CommandError('Name what to change: see webhooks change --help.');
  const webhook = await context.ask<Webhook>(await pathOf(context, id, options), { method: 'PATCH', body });
  const order = webhook.isParallel ? 'several at a time' : 'in order';
  showOne(webhook, [`Changed the webhook ${id}: its events go to ${webhook.url}, ${order}.`], options.json);
}

/** @throws CommandError if there is no such webhook */
async function changeVariables(
  context: TeamContext,
  id: string,
  { team }: TeamOptions,
  variable: Record<string, string>,
): Promise<Webhook['variables']> {
  const { webhooks } = await context.ask<{ webhooks: Webhook[] }>(`${await context.teamPath(team)}/webhooks`);
  const webhook = webhooks.find((one) => one.id === id);
  if (webhook === undefined) throw new CommandError('There is no such webhook.');
  const { environment, eventType, operation, variables } = webhook;
  const named = eventType === null ? { subscription: operation } : { event: eventType };
  const given = await readSource(context, { ...named, ...(environment === 'live' && { live: true }), variable });
  return { ...variables, ...given.variables };
}

export async function setState(
  context: TeamContext,
  id: string,
  state: 'active' | 'paused',
  options: TeamOptions,
): Promise<void> {
  const webhook = await context.ask<Webhook>(await pathOf(context, id, options), { method: 'PATCH', body: { state } });
  showOne(webhook, [`The webhook ${id} is ${webhook.state}.`], options.json);
}

export async function deleteWebhook(context: TeamContext, id: string, options: TeamOptions): Promise<void> {
  await context.ask(await pathOf(context, id, options), { method: 'DELETE', body: {} });
  showOne({ id }, [`Deleted the webhook ${id}.`], options.json);
}

export async function rotateWebhook(context: TeamContext, id: string, options: TeamOptions): Promise<void> {
  const rotated = await act<RotatedSecret>(context, id, 'rotate-secret', options);
  const { secret, previousSecretUntil } = rotated;
  const remark = `The new secret, which is not shown again; the old one signs too until ${previousSecretUntil}:`;
  showOne(rotated, [remark, secret], options.json);
}

/** @throws CommandError if the receiver did not accept it */
export async function testWebhook(context: TeamContext, id: string, options: TeamOptions): Promise<void> {
  const { attempt, payload } = await act<TestedWebhook>(context, id, 'test', options);
  const answer = attempt.status === null ? 'no answer' : `status ${attempt.status}`;
  const lines = [`${attempt.url}: ${answer} after ${attempt.durationMs} ms`, attempt.responseBody];
  showOne(
    { attempt, payload: JSON.parse(payload) },
    lines.filter((line) => line !== ''),
    options.json,
  );
  if (attempt.error !== null) throw new CommandError(attempt.error);
}

export async function replayWebhook(context: TeamContext, id: string, options: ReplayOptions): Promise<void> {
  const webhook = await act<Webhook>(context, id, 'replay', options, readFrom(options));
  showOne(webhook, [`The webhook ${id} sends them again.`], options.json);
}

function readFrom({ fromHeight, fromTime, delivery }: ReplayOptions): Replay {
  if (fromHeight !== undefined) return { fromHeight };
  if (fromTime !== undefined) return { fromTime };
  if (delivery !== undefined) return { deliveryId: delivery };
  throw new CommandError('Give --from-height, --from-time or --delivery.');
}

export async function listDeliveries(
  context: TeamContext,
  id: string,
  options: TeamOptions & { limit: number },
): Promise<void> {
  const path = `${await pathOf(context, id, options)}/deliveries`;
  const deliveries: Delivery[] = [];
  let cursor: string | null = '';
  while (cursor !== null && deliveries.length < options.limit) {
    const query: string = cursor === '' ? '' : `?${new URLSearchParams({ cursor })}`;
    const page: DeliveryPage = await context.ask<DeliveryPage>(`${path}${query}`);
    deliveries.push(...page.deliveries);
    cursor = page.nextCursor;
  }
  await remarkFailing(context, id, options);
  showList(deliveries.slice(0, options.limit), DELIVERY_TABLE, options.json);
}

/** The delivery that holds the others back may be the oldest of all. */
async function remarkFailing({ ask, teamPath }: TeamContext, id: string, { team }: TeamOptions): Promise<void> {
  const { webhooks } = await ask<{ webhooks: Webhook[] }>(`${await teamPath(team)}/webhooks`);
  const webhook = webhooks.find((one) => one.id === id);
  const words = webhook === undefined ? null : describeFailing(webhook);
  if (words !== null) remark(`${words} Delivery ${webhook?.failing?.deliveryId}.`);
}

async function act<Answer>(
  context: TeamContext,
  id: string,
  action: string,
  options: TeamOptions,
  body: object = {},
): Promise<Answer> {
  return context.ask<Answer>(`${await pathOf(context, id, options)}/${action}`, { method: 'POST', body });
}

async function pathOf({ teamPath }: TeamContext, id: string, { team }: TeamOptions): Promise<string> {
  return `${await teamPath(team)}/webhooks/${encodeURIComponent(id)}`;
}
