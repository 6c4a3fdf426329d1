import type { CommandContext } from '#/cli/command-context.ts';
import { CommandError } from '#/cli/command-error.ts';
import { showOne } from '#/cli/show.ts';
import { toAttempt, toInstant, toWebhook } from '#/dashboard/to-webhook.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  type EndpointChange,
  type ReplayFrom,
  replayEvents,
  rotateSecret,
  sendTestEvent,
} from '#/webhooks/manage-webhooks.ts';
import type { ReplayOptions, TeamOptions } from './webhook-options.ts';
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

/** `webhooks rotate` */
export async function rotateWebhook(context: CommandContext, id: string, options: TeamOptions): Promise<void> {
  const place = await placeOf(context, id, options);
  const { secret, previousSecretUntilMs } = await rotateSecret(context, context.operator, place);
  const previousSecretUntil = toInstant(previousSecretUntilMs);
  const lines = [
    `The new secret, which is not shown again; the old one signs too until ${previousSecretUntil}:`,
    secret,
  ];
  showOne({ secret, previousSecretUntil }, lines, options.json);
}

/** `webhooks test` */
export async function testWebhook(context: CommandContext, id: string, options: TeamOptions): Promise<void> {
  const { attempt: message, payloadJson } = await sendTestEvent(
    context,
    context.operator,
    await placeOf(context, id, options),
  );
  if (message === undefined) throw new Error('webhooks answered without its attempt');
  const attempt = toAttempt(message);
  const answer = attempt.status === null ? 'no answer' : `status ${attempt.status}`;
  const lines = [`${attempt.url}: ${answer} after ${attempt.durationMs} ms`, attempt.responseBody].filter(
    (line) => line !== '',
  );
  showOne({ attempt, payload: JSON.parse(payloadJson) }, lines, options.json);
  if (attempt.error !== null) throw new CommandError(attempt.error);
}

/** `webhooks replay` */
export async function replayWebhook(context: CommandContext, id: string, options: ReplayOptions): Promise<void> {
  const place = await placeOf(context, id, options);
  const webhook = toWebhook(await replayEvents(context, context.operator, place, readFrom(options)));
  showOne(webhook, [`The webhook ${id} sends them again.`], options.json);
}

function readFrom({ fromHeight, fromTime, delivery }: ReplayOptions): ReplayFrom {
  if (fromHeight !== undefined) return { case: 'height', value: fromHeight };
  if (fromTime !== undefined) return { case: 'timeSeconds', value: fromTime };
  return { case: 'deliveryId', value: delivery ?? '' };
}
