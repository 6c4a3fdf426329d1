import { CommandError } from '@ledgergraph/dashboard-api/output';
import type { WebhookEventType, WebhookPreview } from '@ledgergraph/dashboard-api/webhook-contract';
import { readOwnVariables, readTypedVariables, type SourceOptions } from '@ledgergraph/dashboard-api/webhook-texts';
import type { TeamContext } from '#/context.ts';

/** @throws CommandError if the options name no events; ApiError */
export async function readSource({ ask }: TeamContext, options: SourceOptions): Promise<WebhookPreview> {
  const { event, subscription, variable = {} } = options;
  const environment = options.live ? 'live' : 'test';
  if (subscription !== undefined)
    return { environment, eventType: null, operation: subscription, variables: readOwnVariables(variable) };
  if (event === undefined) throw new CommandError('Give --event or --subscription.');
  const { eventTypes } = await ask<{ eventTypes: WebhookEventType[] }>('/webhook-event-types');
  const known = eventTypes.find(({ name }) => name === event)?.variables ?? [];
  return { environment, eventType: event, operation: '', variables: readTypedVariables(variable, known) };
}
