import type { CommandContext } from '#/cli/command-context.ts';
import type { Output } from '#/cli/run.ts';
import { showList, toMinutes } from '#/cli/show.ts';
import { toDelivery, toWebhook } from '#/dashboard/to-webhook.ts';
import type { Webhook } from '#/dashboard/webhook-contract.ts';
import { asked } from '#/webhooks/webhooks-error.ts';
import type { TeamOptions } from './webhook-options.ts';
import { findTeamId } from './webhook-team.ts';

/** `webhooks list` */
export async function listWebhooks(context: CommandContext, { team, json }: TeamOptions): Promise<void> {
  const teamId = await findTeamId(context, team);
  const { endpoints } = await asked(context.webhooks().listEndpoints({ teamId }));
  showList(
    endpoints.map(toWebhook),
    {
      headings: ['ID', 'STATE', 'KEYS', 'EVENTS', 'URL', 'WAITING', 'LAST DELIVERED', 'REMARK'],
      cells: (webhook) => [
        webhook.id,
        webhook.state,
        webhook.environment,
        webhook.eventType ?? 'own subscription',
        webhook.url,
        String(webhook.waitingDeliveries),
        toMinutes(webhook.lastDeliveredAt),
        remarkOf(webhook),
      ],
      empty: 'No webhooks yet. Make one: ledgergraph-admin webhooks create --event block.new --url https://…',
    },
    json,
  );
}

export function remarkOf({ disabledReason, trouble }: Webhook): string {
  return disabledReason ?? trouble ?? '-';
}

/** `webhooks events` */
export async function listEventTypes({ webhooks }: CommandContext, { json }: Output): Promise<void> {
  const { eventTypes } = await asked(webhooks().listEventTypes({}));
  showList(
    eventTypes.map(({ name, description, variables }) => ({
      name,
      description,
      variables: variables.map((variable) => ({
        name: variable.name,
        description: variable.description,
        isRequired: variable.isRequired,
      })),
    })),
    {
      headings: ['EVENT', 'VARIABLES', 'DESCRIPTION'],
      cells: ({ name, description, variables }) => [
        name,
        variables.map((variable) => (variable.isRequired ? `${variable.name}!` : variable.name)).join(' '),
        description,
      ],
      empty: 'There are no event types.',
    },
    json,
  );
}

/** `webhooks deliveries` */
export async function listDeliveries(
  context: CommandContext,
  endpointId: string,
  { team, json, limit }: TeamOptions & { limit: number },
): Promise<void> {
  const teamId = await findTeamId(context, team);
  const { deliveries } = await asked(context.webhooks().listDeliveries({ teamId, endpointId, limit }));
  showList(
    deliveries.map(toDelivery),
    {
      headings: ['ID', 'STATE', 'EVENT', 'HEIGHT', 'MADE', 'ATTEMPTS', 'LAST ANSWER'],
      cells: ({ id, state, eventType, blockHeight, createdAt, attempts }) => [
        id,
        state,
        eventType,
        String(blockHeight),
        toMinutes(createdAt),
        String(attempts.length),
        attempts.at(-1)?.error ?? String(attempts.at(-1)?.status ?? '-'),
      ],
      empty: 'Nothing has been delivered yet.',
    },
    json,
  );
}
