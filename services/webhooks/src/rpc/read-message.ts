import {
  Environment,
  Order,
  type Source as SourceMessage,
  State,
} from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { findUnstorable, NOT_STORABLE } from '@ledgergraph/service-kit/storable-text';
import { UUID } from '#/db/endpoints.ts';
import type { EndpointChange } from '#/endpoints/change-endpoint.ts';
import type { Source } from '#/events/source.ts';
import { WebhookError } from '#/webhook-error.ts';

/** Checks every text of a message. @throws WebhookError INVALID for one that cannot be stored */
export function checkTexts(message: unknown): void {
  if (findUnstorable(message) !== undefined) throw new WebhookError('INVALID', NOT_STORABLE);
}

/** @throws WebhookError INVALID */
export function readEnvironment(environment: Environment): 'live' | 'test' {
  if (environment === Environment.MAINNET) return 'live';
  if (environment === Environment.TESTNET) return 'test';
  throw new WebhookError('INVALID', 'Choose an environment.');
}

/** @throws WebhookError INVALID */
export function readSourceMessage(source: SourceMessage | undefined): Source {
  const { eventType = '', operation = '', variablesJson = '' } = source ?? {};
  return { eventType: eventType === '' ? null : eventType, operation, variables: readVariables(variablesJson) };
}

export function isParallel(order: Order): boolean {
  return order === Order.PARALLEL;
}

/** @throws WebhookError INVALID */
export function readState(state: State): NonNullable<EndpointChange['state']> {
  if (state === State.ACTIVE) return 'active';
  if (state === State.PAUSED) return 'paused';
  throw new WebhookError('INVALID', 'An endpoint can be made active or paused.');
}

/** @throws WebhookError INVALID */
export function readVariables(text: string): Source['variables'] {
  if (text === '') return {};
  const variables = parseJson(text);
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables)) {
    throw new WebhookError('INVALID', 'The variables must be a JSON object.');
  }
  // JSON writes such a character in six good ones.
  checkTexts(variables);
  return variables as Source['variables'];
}

/** Undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The id by which a caller can settle a change; undefined: it gave none. @throws WebhookError INVALID */
export function readChangeId(text: string): string | undefined {
  if (text === '') return undefined;
  if (!UUID.test(text)) throw new WebhookError('INVALID', 'The id of a change must be a UUID.');
  return text;
}
