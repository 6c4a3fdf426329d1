import { randomUUID } from 'node:crypto';
import type { PreviewedEvent } from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import type { Ask } from '#/events/event-matcher.ts';
import {
  type FoundDelivery,
  findDeliveries,
  type Leaving,
  leavingOf,
  writeReversal,
} from '#/events/find-deliveries.ts';
import { readSource, type Source } from '#/events/source.ts';
import { readTypes, watchSource } from './check-source.ts';
import { readAccess } from './create-endpoint.ts';
import type { EndpointDeps } from './endpoint-deps.ts';
import { resolveNames } from './resolve-names.ts';

const PENDING_MAX = 10_000;

interface Watched {
  teamId: string;
  environment: 'live' | 'test';
  source: Source;
}

/** Begins with the next block; null first: the stream is open. @throws WebhookError TOO_MANY and others */
export async function* watchEvents(
  deps: EndpointDeps,
  watched: Watched,
  signal: AbortSignal,
): AsyncGenerator<PreviewedEvent | null> {
  const giveBack = deps.places.watches.take(watched.teamId);
  try {
    yield* readEvents(deps, watched, signal);
  } finally {
    giveBack();
  }
}

async function* readEvents(
  deps: EndpointDeps,
  { teamId, environment, source: given }: Watched,
  signal: AbortSignal,
): AsyncGenerator<PreviewedEvent | null> {
  const { keyHashes } = await readAccess(deps, teamId);
  const keyHash = keyHashes[environment];
  const source = await resolveNames(deps, keyHash, given);
  const ready = readSource(await readTypes(deps.types), source);
  const ask: Ask = (operation, variables) => deps.gateway.ask(keyHash as Uint8Array, operation, variables);
  const pending = new WatchedPending();
  let isOpen = false;
  for await (const { events } of watchSource(deps, keyHash, source, signal)) {
    if (!isOpen) yield null;
    isOpen = true;
    for (const event of events) {
      const undone = event.isRemoval ? [] : pending.undoneBy(leavingOf(ready, event));
      const found =
        undone === undefined
          ? await findDeliveries(ready, event, ask, deps.now())
          : [writeReversal(ready, event, undone, deps.now())];
      // None of the events that it undoes was emitted here.
      if (undone?.length === 0 && !event.isRemoval) continue;
      for (const delivery of found) {
        // Each event is emitted once here, so its id need not be stable.
        const webhookId = `msg_${randomUUID()}`;
        pending.note(delivery, webhookId);
        const { eventType, payload, state } = delivery;
        if (state === 'queued') yield { webhookId, eventType, payload };
      }
    }
  }
}

/** Only transactions whose events were emitted here can be undone. */
class WatchedPending {
  readonly #emitted = new Map<string, string>();

  note({ subject }: FoundDelivery, webhookId: string): void {
    if (subject === null) return;
    this.#emitted.set(subject, webhookId);
    const [oldest] = this.#emitted.size > PENDING_MAX ? this.#emitted.keys() : [];
    if (oldest !== undefined) this.#emitted.delete(oldest);
  }

  /** Undefined if the message is not about a leaving. */
  undoneBy(leaving: Leaving | null): string[] | undefined {
    if (leaving === null) return undefined;
    const webhookId = this.#emitted.get(leaving.txid);
    this.#emitted.delete(leaving.txid);
    return webhookId === undefined || leaving.isConfirmed ? [] : [webhookId];
  }
}
