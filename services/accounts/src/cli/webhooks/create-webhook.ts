import type { CommandContext } from '#/cli/command-context.ts';
import { showOne } from '#/cli/show.ts';
import { toWebhook } from '#/dashboard/to-webhook.ts';
import { createEndpoint } from '#/webhooks/manage-webhooks.ts';
import { asked } from '#/webhooks/webhooks-error.ts';
import { readSource } from './read-source.ts';
import type { CreateOptions } from './webhook-options.ts';
import { findTeamId } from './webhook-team.ts';

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
