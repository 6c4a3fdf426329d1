import { pause } from '@ledgergraph/service-kit/bell';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Connection, Database } from '#/db/connection.ts';
import {
  dropDeliveries,
  insertDeliveries,
  isFull,
  queueLimit,
  revertDeliveries,
  settleDeliveries,
} from '#/db/deliveries.ts';
import { disableEndpoint, type Endpoint, moveEndpoint, setTrouble } from '#/db/endpoints.ts';
import { countKept } from '#/db/kept-bytes.ts';
import type { Ask } from '#/events/event-matcher.ts';
import type { EventTypes } from '#/events/event-types.ts';
import { type FoundDelivery, findDeliveries, leavingOf, writeReversal } from '#/events/find-deliveries.ts';
import { type ReadySource, readSource } from '#/events/source.ts';
import type { GatewayClient, GatewayEvent } from '#/gateway/gateway-client.ts';
import { GatewayRefusal } from '#/gateway/gateway-error.ts';

import { WebhookError } from '#/webhook-error.ts';

const FULL_POLL_MS = 1_000;
const RETRY_MS = { first: 250, max: 15_000 };
/** A used-up month or an invalid key may recover at any time. */
const REFUSED_POLL_MS = 15_000;

export interface FollowDeps {
  db: Database;
  gateway: GatewayClient;
  types: EventTypes;
  /** Null: no key works. */
  keyHash: () => Uint8Array | null;
  /** Half of them may wait. Null: not limited. */
  bytesMax: () => number | null;
  now: () => Date;
  logger: Logger;
  onStored: () => void;
}

class OutOfDate extends Error {}

/** Stores events and position in one transaction, so that no kill can lose or double an event. */
export async function followEndpoint(deps: FollowDeps, endpoint: Endpoint, signal: AbortSignal): Promise<void> {
  const follower = new Follower(deps, endpoint);
  for (let waitMs = RETRY_MS.first; !signal.aborted; ) {
    try {
      await follower.follow(signal, () => {
        waitMs = RETRY_MS.first;
      });
    } catch (error) {
      if (signal.aborted || error instanceof OutOfDate) return;
      if (error instanceof GatewayRefusal || error instanceof WebhookError) {
        if (!(await follower.survive(error))) return;
        await pause(REFUSED_POLL_MS, signal);
        continue;
      }
      deps.logger.warn({ err: error, endpoint: endpoint.id }, 'a stream of events broke; it is opened again');
      await pause(waitMs, signal);
      waitMs = Math.min(waitMs * 2, RETRY_MS.max);
    }
  }
}

class Follower {
  readonly #deps: FollowDeps;
  readonly #endpoint: Endpoint;
  #cursor: string | null;
  #fromHeight: number | null;
  #positionHeight: number | null;

  constructor(deps: FollowDeps, endpoint: Endpoint) {
    this.#deps = deps;
    this.#endpoint = endpoint;
    this.#cursor = endpoint.cursor;
    this.#fromHeight = endpoint.fromHeight;
    this.#positionHeight = endpoint.positionHeight;
  }

  /** Pauses when too much waits. @throws OutOfDate, GatewayRefusal, GatewayAway, WebhookError */
  async follow(signal: AbortSignal, onOpen: () => void): Promise<void> {
    await this.#untilRoom(signal);
    const keyHash = this.#deps.keyHash();
    if (keyHash === null) throw new GatewayRefusal('UNAUTHORIZED', 'The team has no API key for webhooks that works.');
    const source = readSource(await this.#deps.types.current(), this.#endpoint);
    const ask: Ask = (operation, variables) => this.#deps.gateway.ask(keyHash, operation, variables);
    const closing = new AbortController();
    const stream = this.#deps.gateway.stream(
      keyHash,
      {
        operation: source.operation,
        variables: source.operationVariables,
        cursor: this.#cursor,
        fromHeight: this.#cursor === null ? this.#fromHeight : null,
        isFinalOnly: source.type?.delivers === 'finalized',
      },
      AbortSignal.any([signal, closing.signal]),
    );
    try {
      for await (const { events, cursor } of stream) {
        onOpen();
        await this.#store(events, cursor, source, ask);
        if (await this.#isFull()) return;
        // The stream opens again with the types of the new graph.
        if ((await this.#deps.types.current()) !== source.catalog) return;
      }
    } finally {
      closing.abort();
    }
  }

  /** @returns false if the endpoint was given up, or is out of date */
  async survive(error: GatewayRefusal | WebhookError): Promise<boolean> {
    const { db } = this.#deps;
    const isCursorUnknown = error.code === 'VALIDATION_ERROR' && this.#cursor !== null;
    if (isCursorUnknown) {
      // The secret that signed it is gone. Events of the last block, or of pending transactions, come again with the same ids.
      const { isOfMempool } = readSource(await this.#deps.types.current(), this.#endpoint);
      this.#fromHeight = isOfMempool ? null : this.#positionHeight;
      this.#cursor = null;
      const { count } = await db.endpoint.updateMany({
        where: { id: this.#endpoint.id, revision: this.#endpoint.revision },
        data: { cursor: null, fromHeight: this.#fromHeight },
      });
      return count > 0;
    }
    // A reorganisation may have shortened the chain below the height at which a replay begins.
    const isHeightAhead = error.code === 'VALIDATION_ERROR' && this.#fromHeight !== null;
    if (error.code === 'QUOTA_EXCEEDED' || error.code === 'UNAUTHORIZED' || isHeightAhead) {
      await setTrouble(db, this.#endpoint, error.message);
      return true;
    }
    await disableEndpoint(db, this.#endpoint.id, `The subscription cannot go on: ${error.message}`);
    return false;
  }

  async #store(events: readonly GatewayEvent[], cursor: string, source: ReadySource, ask: Ask): Promise<void> {
    const { db, now, onStored } = this.#deps;
    const { id } = this.#endpoint;
    const found: (FoundDelivery[] | GatewayEvent)[] = [];
    for (const event of events) {
      const isUndoing = event.isRemoval || leavingOf(source, event) !== null;
      found.push(isUndoing ? event : await findDeliveries(source, event, ask, now()));
    }
    const from = { id, revision: this.#endpoint.revision, cursor: this.#cursor };
    const height = events.at(-1)?.height ?? null;
    await db.$transaction(async (tx) => {
      if (!(await moveEndpoint(tx, from, { cursor, height }))) throw new OutOfDate();
      let bytes = 0;
      for (const step of found) {
        bytes += Array.isArray(step) ? await insertDeliveries(tx, id, step) : await this.#undo(tx, step, source);
      }
      if (bytes > 0) await countKept(tx, id, bytes, this.#deps.bytesMax());
    });
    this.#cursor = cursor;
    this.#positionHeight = height ?? this.#positionHeight;
    if (found.length > 0) onStored();
  }

  async #undo(tx: Connection, event: GatewayEvent, source: ReadySource): Promise<number> {
    const leaving = leavingOf(source, event);
    if (leaving === null) return this.#revert(tx, event, source);
    const { id } = this.#endpoint;
    if (leaving.isConfirmed) {
      await settleDeliveries(tx, id, leaving.txid);
      return 0;
    }
    const undone = await dropDeliveries(tx, id, leaving.txid);
    // The transaction may be one of another currency.
    if (undone.length === 0) return 0;
    return insertDeliveries(tx, id, [writeReversal(source, event, undone, this.#deps.now())]);
  }

  async #revert(tx: Connection, removal: GatewayEvent, source: ReadySource): Promise<number> {
    const { id } = this.#endpoint;
    const undone = await revertDeliveries(tx, id, removal.height);
    // We do not know what an owner's subscription derived from its events. A type undoes only the events that it delivered.
    const isOfInterest = source.type === undefined || source.type.family.isOfRemovals;
    if (undone.length === 0 && !isOfInterest) return 0;
    return insertDeliveries(tx, id, [writeReversal(source, removal, undone, this.#deps.now())]);
  }

  #isFull(part = 1): Promise<boolean> {
    return isFull(this.#deps.db, this.#endpoint.id, queueLimit(this.#deps.bytesMax(), part));
  }

  async #untilRoom(signal: AbortSignal): Promise<void> {
    if (!(await this.#isFull())) return;
    while (!signal.aborted && (await this.#isFull(1 / 2))) await pause(FULL_POLL_MS, signal);
  }
}
