import { createHash } from 'node:crypto';
import type { GatewayEvent } from '#/gateway/gateway-client.ts';
import type { Json } from '#/gateway/json.ts';
import { type EventFamily, OWN_EVENT, undoingName } from './event-catalog.ts';
import type { Ask } from './event-matcher.ts';
import type { ReadySource } from './source.ts';

/** Body of a request: what cannot be sent at once is named by its ids and can be read by a query. */
export const PAYLOAD_BYTES_MAX = 256 * 1024;

/** A transaction that left the mempool. */
export interface Leaving {
  txid: string;
  /** False: it will not come, unless it is sent again. */
  isConfirmed: boolean;
}

/** An event as it is stored for delivery. */
export interface FoundDelivery {
  /** Names the event, or the reorganisation, at any time. */
  eventKey: string;
  eventType: string;
  blockHeight: number;
  payload: string;
  /** `noted`: it is kept only so that its undoing can be delivered. */
  state: 'waiting' | 'noted';
  /** True for what nothing can undo any more, such as an undoing. */
  isReverted: boolean;
  /** Transaction whose leaving of the mempool may undo the event; null: none may. */
  subject: string | null;
}

/**
 * Finds what an event of the gateway means to an endpoint. Messages that undo events are for `writeReversal`.
 * @param now instant that the payload names
 */
export async function findDeliveries(
  { type, variables }: ReadySource,
  event: GatewayEvent,
  ask: Ask,
  now: Date,
): Promise<FoundDelivery[]> {
  const parts =
    type === undefined || event.data == null
      ? [{ name: '', data: event.data }]
      : await type.family.matcher.match(event.data, variables, ask);
  const eventType = type === undefined ? OWN_EVENT : type.delivers === 'finalized' ? type.name : type.family.name;
  return parts.map(({ name, data }) => ({
    eventKey: nameEvent(event.id, name),
    eventType,
    blockHeight: event.height,
    payload: writePayload(eventType, { ...event, data }, now),
    state: type?.delivers === 'reverted' ? 'noted' : 'waiting',
    isReverted: false,
    subject: type === undefined ? null : subjectOf(type.family, data),
  }));
}

/**
 * Writes the message that reports a reorganisation, or a pending transaction that will not come.
 * @param undone webhook-ids of the events that are undone, in the order of delivery
 */
export function writeReversal(
  { type }: ReadySource,
  event: GatewayEvent,
  undone: readonly string[],
  now: Date,
): FoundDelivery {
  const eventType = type === undefined ? 'subscription.reverted' : undoingName(type.family);
  return {
    eventKey: nameEvent(event.id, ''),
    eventType,
    blockHeight: event.height,
    payload: writePayload(eventType, event, now, undone),
    state: 'waiting',
    isReverted: true,
    subject: null,
  };
}

/** The leaving of a pending transaction, if it may undo events of the source; null for every other event. */
export function leavingOf({ type }: ReadySource, event: GatewayEvent): Leaving | null {
  const left = type?.family.left;
  const change = type === undefined ? undefined : event.data?.[type.family.field];
  if (left === undefined || change?.__typename !== left) return null;
  return { txid: change.txid, isConfirmed: change.state === 'CONFIRMED' };
}

/** The pending transaction that an event is about. */
function subjectOf({ field, txid }: EventFamily, data: Json): string | null {
  return txid?.reduce((inner, name) => inner?.[name], data?.[field]) ?? null;
}

function nameEvent(eventId: string, part: string): string {
  return part === '' ? eventId : `${eventId} ${part}`;
}

/**
 * The webhook-id of an event of an endpoint: equal for each repeat, whichever process stores it and however its stream was begun.
 * @param round how often the event had been undone before: a receiver that drops ids it has seen must not drop the next round
 */
export function nameWebhook(endpointId: string, eventKey: string, round: number): string {
  const digest = createHash('sha256').update(`${endpointId} ${eventKey} ${round}`).digest('base64url');
  return `msg_${digest.slice(0, 27)}`;
}

function writePayload(
  type: string,
  { id, data, errors, chain }: GatewayEvent,
  now: Date,
  undone?: readonly string[],
): string {
  const extensions = { chain, event: { id }, ...(undone !== undefined && { undone }) };
  const write = (content: Json): string => JSON.stringify({ type, timestamp: now.toISOString(), ...content });
  const payload = write({ data, ...(errors !== undefined && { errors }), extensions });
  const bytes = Buffer.byteLength(payload);
  if (bytes <= PAYLOAD_BYTES_MAX) return payload;
  const tooLarge = { bytes, bytesMax: PAYLOAD_BYTES_MAX };
  return write({ data: null, extensions: { chain, event: { id }, tooLarge } });
}
