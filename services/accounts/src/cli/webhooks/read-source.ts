import type { EventType } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { CommandError } from '#/cli/command-error.ts';
import type { WebhookSource } from '#/webhooks/manage-webhooks.ts';
import type { SourceOptions } from './webhook-options.ts';

/** The events that the options name. Throws CommandError if they name none. */
export function readSource(
  { event, subscription, variable = {} }: SourceOptions,
  types: readonly EventType[],
): WebhookSource {
  if (event === undefined && subscription === undefined) throw new CommandError('Give --event or --subscription.');
  const known = types.find(({ name }) => name === event)?.variables ?? [];
  const values = Object.entries(variable).map(([name, text]) => {
    const isList = known.find((one) => one.name === name)?.isList === true;
    return [name, isList ? text.split(',').map((value) => value.trim()) : readValue(name, text, event)];
  });
  return { eventType: event ?? null, operation: subscription ?? '', variables: Object.fromEntries(values) };
}

/** Variables of a subscription of one's own are JSON where they can be; those of a type are texts, except for one count. */
function readValue(name: string, text: string, event: string | undefined): unknown {
  if (event !== undefined) return name === 'minConfirmations' ? Number(text) : text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
