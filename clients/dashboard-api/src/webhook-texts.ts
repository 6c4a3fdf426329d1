import type { Delivery, Webhook, WebhookEventType } from './generated/webhook-contract.ts';
import { toMinutes } from './output.ts';

export type SourceOptions = {
  live?: true;
  test?: true;
  event?: string;
  subscription?: string;
  variable?: Record<string, string>;
};

export const WEBHOOK_TABLE = {
  headings: ['ID', 'STATE', 'KEYS', 'EVENTS', 'URL', 'QUEUED', 'LAST DELIVERED', 'REMARK'],
  cells: (webhook: Webhook) => [
    webhook.id,
    webhook.state,
    webhook.environment,
    webhook.eventType ?? 'own subscription',
    webhook.url,
    String(webhook.queuedDeliveries),
    toMinutes(webhook.lastDeliveredAt),
    webhook.disabledReason ?? webhook.trouble ?? describeFailing(webhook) ?? '-',
  ],
};

/** Null: it does not fail. */
export function describeFailing({ failing }: Pick<Webhook, 'failing'>): string | null {
  if (failing === null) return null;
  const { since, attempt, nextAttemptAt } = failing;
  const next = nextAttemptAt === null ? 'There is no further attempt.' : `Next attempt: ${toMinutes(nextAttemptAt)}.`;
  return [`Failing since ${toMinutes(since)}.`, attempt?.error, next].filter((words) => words != null).join(' ');
}

type ShownEventType = Pick<WebhookEventType, 'name' | 'description'> & {
  variables: { name: string; isRequired: boolean }[];
};

export const EVENT_TYPE_TABLE = {
  headings: ['EVENT', 'VARIABLES', 'DESCRIPTION'],
  cells: ({ name, description, variables }: ShownEventType) => [
    name,
    variables.map((variable) => (variable.isRequired ? `${variable.name}!` : variable.name)).join(' '),
    description,
  ],
  empty: 'There are no event types.',
};

export const DELIVERY_TABLE = {
  headings: ['ID', 'STATE', 'EVENT', 'HEIGHT', 'MADE', 'ATTEMPTS', 'NEXT ATTEMPT', 'LAST ANSWER'],
  cells: ({ id, state, eventType, blockHeight, createdAt, attempts, nextAttemptAt }: Delivery) => [
    id,
    state,
    eventType,
    String(blockHeight),
    toMinutes(createdAt),
    String(attempts.length),
    nextAttemptAt === null
      ? '-'
      : `${attempts.length + 1}: ${attempts.length === 0 ? 'in its turn' : toMinutes(nextAttemptAt)}`,
    attempts.at(-1)?.error ?? String(attempts.at(-1)?.status ?? '-'),
  ],
  empty: 'Nothing has been delivered yet.',
};

/** The values of a list are separated by commas; all others are texts, except for one count. */
export function readTypedVariables(
  given: Record<string, string>,
  known: readonly { name: string; isList: boolean }[],
): Record<string, unknown> {
  const values = Object.entries(given).map(([name, text]) => {
    const isList = known.find((variable) => variable.name === name)?.isList === true;
    if (isList) return [name, text.split(',').map((value) => value.trim())];
    return [name, name === 'minConfirmations' ? Number(text) : text];
  });
  return Object.fromEntries(values);
}

/** Values that are not JSON stay texts. */
export function readOwnVariables(given: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).map(([name, text]) => [name, readJson(text)]));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
