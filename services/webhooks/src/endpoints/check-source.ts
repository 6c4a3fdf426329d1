import type { EventCatalog } from '#/events/event-catalog.ts';
import type { EventTypes } from '#/events/event-types.ts';
import { readSource, type Source } from '#/events/source.ts';
import type { GatewayClient, GatewayEvent } from '#/gateway/gateway-client.ts';
import { GatewayAway, GatewayRefusal } from '#/gateway/gateway-error.ts';
import { WebhookError } from '#/webhook-error.ts';

export interface SourceDeps {
  gateway: GatewayClient;
  types: EventTypes;
}

export function toOwnersError(error: unknown): unknown {
  if (error instanceof GatewayAway)
    return new WebhookError('NOT_NOW', 'The subscription cannot be checked at the moment. Try again.');
  if (!(error instanceof GatewayRefusal)) return error;
  return new WebhookError(error.code === 'SUBGRAPH_UNAVAILABLE' ? 'NOT_NOW' : 'INVALID', error.message);
}

/** @throws WebhookError NOT_NOW while they are not known */
export async function readTypes(types: EventTypes): Promise<EventCatalog> {
  return types.current().catch((error: unknown) => {
    throw toOwnersError(error);
  });
}

export interface EventBatch {
  events: readonly GatewayEvent[];
  cursor: string;
}

/** Absent: with the next block. */
export interface Beginning {
  cursor?: string | undefined;
  fromHeight?: number | undefined;
}

/** The first batch is empty: the stream is open. @throws WebhookError */
export async function* watchSource(
  { gateway, types }: SourceDeps,
  keyHash: Uint8Array | null,
  source: Source,
  signal: AbortSignal,
  { cursor, fromHeight }: Beginning = {},
): AsyncGenerator<EventBatch> {
  if (keyHash === null) throw new WebhookError('NOT_NOW', 'The team has no API key for webhooks that works.');
  const { type, operation, operationVariables: variables } = readSource(await readTypes(types), source);
  const isFinalOnly = type?.delivers === 'finalized';
  const stream = gateway.stream(
    keyHash,
    { operation, variables, cursor: cursor ?? null, fromHeight: fromHeight ?? null, isFinalOnly },
    signal,
  );
  try {
    yield* stream;
  } catch (error) {
    throw toOwnersError(error);
  }
}

/** Opens the subscription once, so that the gateway reports its faults. @returns its first position @throws WebhookError */
export async function checkSource(
  deps: SourceDeps,
  keyHash: Uint8Array | null,
  source: Source,
  beginning?: Beginning,
): Promise<string> {
  const closing = new AbortController();
  try {
    for await (const { cursor } of watchSource(deps, keyHash, source, closing.signal, beginning)) return cursor;
  } finally {
    closing.abort();
  }
  throw toOwnersError(new GatewayAway('the stream ended before it opened'));
}
