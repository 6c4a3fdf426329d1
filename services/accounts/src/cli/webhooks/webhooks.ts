import type {
  CreatedWebhook,
  DeliveryPage,
  NewWebhook,
  Webhook,
  WebhookEventType,
} from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import type { AuditAction } from '#/audit/record-audit.ts';
import type { CommandContext } from '#/cli/command-context.ts';
import { OPERATOR_EMAIL } from '#/cli/keys/create-key.ts';
import { CommandError, type Output, showList, showOne } from '#/cli/output.ts';
import { getTeam } from '#/teams/get-team.ts';
import { ensureUser } from '#/user-lifecycle/ensure-user.ts';
import { changeWebhooks } from '#/webhooks/change-webhooks.ts';
import type { WebhooksRequest } from '#/webhooks/connect-webhooks.ts';
import { ensureWebhookKey } from '#/webhooks/ensure-webhook-key.ts';
import * as texts from './webhook-texts.ts';

/** Options of every command about the webhooks of one team. */
export type TeamOptions = Output & { team?: string };

type EventTypes = { eventTypes: WebhookEventType[] };
type CreateOptions = TeamOptions &
  texts.SourceOptions & { url: string; description: string; parallel?: true; fromHeight?: number };

/** `webhooks list` */
export async function listWebhooks(context: CommandContext, { team, json }: TeamOptions): Promise<void> {
  const teamId = await findTeamId(context, team);
  const { webhooks } = await ask<{ webhooks: Webhook[] }>(context, `/teams/${teamId}/webhooks`);
  const empty = 'No webhooks yet. Make one: ledgergraph-admin webhooks create --event block.new --url https://…';
  showList(webhooks, { ...texts.WEBHOOK_TABLE, empty }, json);
}

/** `webhooks events` */
export async function listEventTypes(context: CommandContext, { json }: Output): Promise<void> {
  const { eventTypes } = await ask<EventTypes>(context, '/webhook-event-types');
  const shown = eventTypes.map((type) => ({
    name: type.name,
    description: type.description,
    variables: type.variables.map(({ name, description, isRequired }) => ({ name, description, isRequired })),
  }));
  showList(shown, texts.EVENT_TYPE_TABLE, json);
}

/** `webhooks create` */
export async function createWebhook(context: CommandContext, options: CreateOptions): Promise<void> {
  const teamId = await findTeamId(context, options.team);
  const { eventTypes } = await ask<EventTypes>(context, '/webhook-event-types');
  const environment = options.live ? 'live' : 'test';
  const body: NewWebhook = {
    ...readSource(options, eventTypes),
    environment,
    url: options.url,
    description: options.description,
    isParallel: options.parallel === true,
    fromHeight: options.fromHeight,
  };
  await ensureWebhookKey(context, context.operator, teamId, environment);
  const place = { teamId, path: `/teams/${teamId}/webhooks` };
  const { webhook, secret } = await change<CreatedWebhook>(context, 'webhook.create', place, { method: 'POST', body });
  const lines = [`Made the webhook ${webhook.id}. Its secret, which is not shown again:`, secret];
  showOne({ ...webhook, secret }, lines, options.json);
}

/** The events that the options name. Throws CommandError if they name none. */
function readSource(
  { event, subscription, variable = {} }: texts.SourceOptions,
  types: readonly WebhookEventType[],
): Pick<NewWebhook, 'eventType' | 'operation' | 'variables'> {
  if (event === undefined && subscription === undefined) throw new CommandError('Give --event or --subscription.');
  if (event === undefined)
    return { eventType: null, operation: subscription ?? '', variables: texts.readOwnVariables(variable) };
  const known = types.find(({ name }) => name === event)?.variables ?? [];
  return { eventType: event, operation: '', variables: texts.readTypedVariables(variable, known) };
}

/** `webhooks deliveries` */
export async function listDeliveries(
  context: CommandContext,
  endpointId: string,
  { team, json, limit }: TeamOptions & { limit: number },
): Promise<void> {
  const teamId = await findTeamId(context, team);
  const path = `/teams/${teamId}/webhooks/${endpointId}/deliveries?limit=${limit}`;
  showList((await ask<DeliveryPage>(context, path)).deliveries, texts.DELIVERY_TABLE, json);
}

/** `webhooks pause`, `webhooks resume` */
export async function changeWebhook(
  context: CommandContext,
  endpointId: string,
  body: { state: 'active' | 'paused' },
  { team, json }: TeamOptions,
): Promise<void> {
  const place = await placeOf(context, endpointId, team);
  const webhook = await change<Webhook>(context, 'webhook.change', place, { method: 'PATCH', body });
  showOne(webhook, [`The webhook ${endpointId} is ${webhook.state}.`], json);
}

/** `webhooks delete` */
export async function deleteWebhook(context: CommandContext, id: string, { team, json }: TeamOptions): Promise<void> {
  await change(context, 'webhook.delete', await placeOf(context, id, team), { method: 'DELETE' });
  showOne({ id }, [`Deleted the webhook ${id}.`], json);
}

/** Id of the team that is named, or of the operator's own, which is made if it is new. Throws AccountsError UNKNOWN_TEAM. */
async function findTeamId({ db, operator }: CommandContext, team: string | undefined): Promise<string> {
  if (team !== undefined) return (await getTeam(db, team)).id;
  const owned = await db.$transaction((tx) => ensureUser(tx, operator, { email: OPERATOR_EMAIL, planId: undefined }));
  return owned.team.id;
}

async function placeOf(context: CommandContext, subjectId: string, team: string | undefined) {
  const teamId = await findTeamId(context, team);
  return { teamId, subjectId, path: `/teams/${teamId}/webhooks/${encodeURIComponent(subjectId)}` };
}

async function ask<Answer>({ webhooks }: CommandContext, path: string): Promise<Answer> {
  return (await webhooks({ path, role: 'manager' })).json() as Promise<Answer>;
}

async function change<Answer>(
  context: CommandContext,
  action: AuditAction,
  { path, ...entry }: { teamId: string; subjectId?: string; path: string },
  asked: Omit<WebhooksRequest, 'path'>,
): Promise<Answer> {
  const { json } = await changeWebhooks(context, context.operator, { action, ...entry }, { ...asked, path });
  return JSON.parse(json) as Answer;
}
