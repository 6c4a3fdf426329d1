import { randomUUID } from 'node:crypto';
import { findDeliveries, writeReversal } from '#/events/find-deliveries.ts';
import { readSource, type Source } from '#/events/source.ts';
import { watchSource } from './check-source.ts';
import { readAccess } from './create-endpoint.ts';
import type { EndpointDeps } from './endpoint-deps.ts';

export interface WatchedEvent {
  /** Empty for the first, which says that events arrive from now on. */
  webhookId: string;
  eventType: string;
  payloadJson: string;
}

/** Events as an endpoint with these settings would receive them, from the next block on. Nothing is stored. @throws WebhookError */
export async function* watchEvents(
  deps: EndpointDeps,
  { teamId, environment, source }: { teamId: string; environment: 'live' | 'test'; source: Source },
  signal: AbortSignal,
): AsyncGenerator<WatchedEvent> {
  const { keyHashes } = await readAccess(deps, teamId);
  const keyHash = keyHashes[environment];
  const ready = readSource(source);
  let isOpen = false;
  for await (const events of watchSource(deps.gateway, keyHash, source, signal)) {
    if (!isOpen) yield { webhookId: '', eventType: '', payloadJson: '' };
    isOpen = true;
    for (const event of events) {
      const found = event.isRemoval
        ? [writeReversal(ready, event, [], deps.now())]
        : await findDeliveries(
            ready,
            event,
            (operation, variables) => deps.gateway.ask(keyHash as Uint8Array, operation, variables),
            deps.now(),
          );
      for (const { eventType, payload, state } of found) {
        // Each is told once, so that its id need not be that of a repeat.
        if (state === 'waiting') yield { webhookId: `msg_${randomUUID()}`, eventType, payloadJson: payload };
      }
    }
  }
}
