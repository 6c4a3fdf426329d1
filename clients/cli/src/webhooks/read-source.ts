import type { WebhookEventType, WebhookPreview } from '@ledgergraph/dashboard-api/webhook-contract';
import { CommandError } from '#/command-error.ts';
import type { Context } from '#/context.ts';
import type { SourceOptions } from './webhook-options.ts';

/** The events that the options name. @throws CommandError if they name no events; ApiError */
export async function readSource({ ask }: Context, options: SourceOptions): Promise<WebhookPreview> {
  const { event, subscription, variable = {} } = options;
  const environment = options.live ? 'live' : 'test';
  if (subscription !== undefined)
    return { environment, eventType: null, operation: subscription, variables: readVariables(variable) };
  if (event === undefined) throw new CommandError('Give --event or --subscription.');
  const { eventTypes } = await ask<{ eventTypes: WebhookEventType[] }>('/webhook-event-types');
  const known = eventTypes.find(({ name }) => name === event)?.variables ?? [];
  const values = Object.entries(variable).map(([name, text]) => {
    const isList = known.find((one) => one.name === name)?.isList === true;
    if (isList) return [name, text.split(',').map((value) => value.trim())];
    return [name, name === 'minConfirmations' ? Number(text) : text];
  });
  return { environment, eventType: event, operation: '', variables: Object.fromEntries(values) };
}

/** Variables of a subscription of one's own are JSON where they can be. */
export function readVariables(variable: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(variable).map(([name, text]) => [name, readJson(text)]));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
