import type { EventType } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import type { CommandContext } from '#/cli/command-context.ts';
import { OPERATOR_EMAIL } from '#/cli/keys/create-key.ts';
import { CommandError, type Output, showList, showOne } from '#/cli/output.ts';
import { toDelivery, toWebhook } from '#/dashboard/to-webhook.ts';
import { getTeam } from '#/teams/get-team.ts';
import { ensureUser } from '#/user-lifecycle/ensure-user.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointChange,
  type WebhookSource,
} from '#/webhooks/manage-webhooks.ts';
import { asked } from '#/webhooks/webhooks-error.ts';
import * as texts from './webhook-texts.ts';

/** Options of every command about the webhooks of one team. */
export type TeamOptions = Output & { team?: string };

type CreateOptions = TeamOptions &
  texts.SourceOptions & { url: string; description: string; parallel?: true; fromHeight?: bigint };

/** `webhooks list` */
export async function listWebhooks(context: CommandContext, { team, json }: TeamOptions): Promise<void> {
  const teamId = await findTeamId(context, team);
  const { endpoints } = await asked(context.webhooks().listEndpoints({ teamId }));
  const empty = 'No webhooks yet. Make one: ledgergraph-admin webhooks create --event block.new --url https://…';
  showList(endpoints.map(toWebhook), { ...texts.WEBHOOK_TABLE, empty }, json);
}

/** `webhooks events` */
export async function listEventTypes({ webhooks }: CommandContext, { json }: Output): Promise<void> {
  const { eventTypes } = await asked(webhooks().listEventTypes({}));
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
  const { eventTypes } = await asked(context.webhooks().listEventTypes({}));
  const { endpoint, secret } = await createEndpoint(context, context.operator, teamId, {
    environment: options.live ? 'live' : 'test',
    url: options.url,
    description: options.description,
    source: readSource(options, eventTypes),
    isParallel: options.parallel === true,
    fromHeight: options.fromHeight,
  });
  const webhook = toWebhook(endpoint);
  const lines = [`Made the webhook ${webhook.id}. Its secret, which is not shown again:`, secret];
  showOne({ ...webhook, secret }, lines, options.json);
}

/** The events that the options name. Throws CommandError if they name none. */
function readSource(
  { event, subscription, variable = {} }: texts.SourceOptions,
  types: readonly EventType[],
): WebhookSource {
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
  const { deliveries } = await asked(context.webhooks().listDeliveries({ teamId, endpointId, limit }));
  showList(deliveries.map(toDelivery), texts.DELIVERY_TABLE, json);
}

/** `webhooks pause`, `webhooks resume` */
export async function changeWebhook(
  context: CommandContext,
  endpointId: string,
  change: EndpointChange,
  { team, json }: TeamOptions,
): Promise<void> {
  const place = { teamId: await findTeamId(context, team), endpointId };
  const webhook = toWebhook(await changeEndpoint(context, context.operator, place, change));
  showOne(webhook, [`The webhook ${endpointId} is ${webhook.state}.`], json);
}

/** `webhooks delete` */
export async function deleteWebhook(context: CommandContext, id: string, { team, json }: TeamOptions): Promise<void> {
  await deleteEndpoint(context, context.operator, { teamId: await findTeamId(context, team), endpointId: id });
  showOne({ id }, [`Deleted the webhook ${id}.`], json);
}

/** Id of the team that is named, or of the operator's own, which is made if it is new. Throws AccountsError UNKNOWN_TEAM. */
async function findTeamId({ db, operator }: CommandContext, team: string | undefined): Promise<string> {
  if (team !== undefined) return (await getTeam(db, team)).id;
  const owned = await db.$transaction((tx) => ensureUser(tx, operator, { email: OPERATOR_EMAIL, planId: undefined }));
  return owned.team.id;
}
