import type { CommandContext } from '#/cli/command-context.ts';
import { showOne } from '#/cli/show.ts';
import { toWebhook } from '#/dashboard/to-webhook.ts';
import { changeEndpoint, deleteEndpoint, type EndpointChange } from '#/webhooks/manage-webhooks.ts';
import type { TeamOptions } from './webhook-options.ts';
import { findTeamId } from './webhook-team.ts';

async function placeOf(context: CommandContext, endpointId: string, { team }: TeamOptions) {
  return { teamId: await findTeamId(context, team), endpointId };
}

/** `webhooks pause`, `webhooks resume` */
export async function changeWebhook(
  context: CommandContext,
  id: string,
  change: EndpointChange,
  options: TeamOptions,
): Promise<void> {
  const place = await placeOf(context, id, options);
  const webhook = toWebhook(await changeEndpoint(context, context.operator, place, change));
  showOne(webhook, [`The webhook ${id} is ${webhook.state}.`], options.json);
}

/** `webhooks delete` */
export async function deleteWebhook(context: CommandContext, id: string, options: TeamOptions): Promise<void> {
  await deleteEndpoint(context, context.operator, await placeOf(context, id, options));
  showOne({ id }, [`Deleted the webhook ${id}.`], options.json);
}
