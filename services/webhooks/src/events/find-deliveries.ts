import { createHash } from 'node:crypto';
import type { GatewayEvent } from '#/gateway/gateway-client.ts';
import type { Json } from '#/gateway/json.ts';
import { type EventFamily, OWN_EVENT, undoingName } from './event-catalog.ts';
import type { Ask } from './event-matcher.ts';
import type { ReadySource } from './source.ts';

/** An event with a larger body is named by its ids only and can be read by a query. */
export const PAYLOAD_BYTES_MAX = 256 * 1024;

export interface Leaving {
  txid: string;
  /** False: it will not come unless it is sent again. */
  isConfirmed: boolean;
}

export interface FoundDelivery {
  eventKey: string;
  eventType: string;
  blockHeight: number;
  payload: string;
  /** `noted`: kept only so that its undoing can be delivered. */
  state: 'queued' | 'noted';
  /** Also true for an undoing, which nothing can undo. */
  isReverted: boolean;
  /** Transaction whose leaving of the mempool may undo the event; null: none may. */
  subject: string | null;
}

/** Messages that undo events are for `writeReversal`. @param now instant that the payload names */
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
    state: type?.delivers === 'reverted' ? 'noted' : 'queued',
    isReverted: false,
    subject: type === undefined ? null : subjectOf(type.family, data),
  }));
}

/** For a reorganisation, or a pending transaction that will not come. @param undone webhook-ids in the order of delivery */
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
    state: 'queued',
    isReverted: true,
    subject: null,
  };
}

export function leavingOf({ type }: ReadySource, event: GatewayEvent): Leaving | null {
  const left = type?.family.left;
  const change = type === undefined ? undefined : event.data?.[type.family.field];
  if (left === undefined || change?.__typename !== left) return null;
  return { txid: change.txid, isConfirmed: change.state === 'CONFIRMED' };
}

function subjectOf({ field, txid }: EventFamily, data: Json): string | null {
  return txid?.reduce((inner, name) => inner?.[name], data?.[field]) ?? null;
}

function nameEvent(eventId: string, part: string): string {
  return part === '' ? eventId : `${eventId} ${part}`;
}

/** Equal for each repeat. @param round how often it was undone before, so that receivers that drop known ids accept it again */
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
