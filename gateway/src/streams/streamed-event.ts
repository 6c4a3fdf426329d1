import { hash as hashText } from 'node:crypto';
import type { KnownKey } from '#/auth/key-answer.ts';
import { OUR_FAULTS } from '#/errors/error-codes.ts';
import { formatError } from '#/errors/format-error.ts';
import { EventsUnavailable } from '#/events/event-sources.ts';
import { RenderedData, renderResult } from '#/execution/write-data.ts';
import type { ExecutionResult } from '#/operation/graph-context.ts';
import { addPoolMarks, listPoolMarks, type PoolMark } from '#/pin/pool-marks.ts';
import { namePin, type Tip } from '#/pin/tip.ts';
import type { PlacedEvent } from './stream-walk.ts';

export interface WantedResult {
  event: PlacedEvent<unknown>;
  cursor: string;
  pins: readonly Tip[];
  pin: Tip;
  key: KnownKey;
}

export class StreamedEvent {
  readonly cursor: string;
  /** A message of Server-Sent Events, made once for all clients. */
  readonly frame: Buffer;

  /** @param line the GraphQL result as a line of JSON */
  constructor(cursor: string, line: string) {
    this.cursor = cursor;
    this.frame = Buffer.from(`${headOf(cursor)}${line}\n`);
  }

  /** The first result of a client that resumes by itself: its position alone. */
  static ofPosition(cursor: string): StreamedEvent {
    return new StreamedEvent(cursor, `${JSON.stringify({ data: null, extensions: { cursor } })}\n`);
  }

  get text(): string {
    return this.frame.toString('utf8', headOf(this.cursor).length, this.frame.length - 2);
  }

  /** For clients that see only the result. */
  withCursor(): StreamedEvent {
    // The text ends with the braces of the extensions and of the result.
    return new StreamedEvent(this.cursor, `${this.text.slice(0, -2)},"cursor":${JSON.stringify(this.cursor)}}}\n`);
  }
}

function headOf(cursor: string): string {
  return `id: ${cursor}\nevent: next\ndata: `;
}

/**
 * Undefined where something failed by our fault: the event may have a whole result later. So may an event that is null because a
 * subgraph does not find its object, which the event itself shows to exist.
 */
export function toEvent(
  { data, errors }: ExecutionResult,
  { event, pin, cursor }: WantedResult,
  read: ReadonlyMap<string, PoolMark>,
): StreamedEvent | Error {
  const formatted = errors?.map((error) => formatError(error.toJSON(), error));
  const fault = formatted?.find(({ extensions }) => OUR_FAULTS.has(extensions?.code));
  if (fault !== undefined) return new EventsUnavailable(fault.message);
  const isFound = !isNull(data) || formatted?.some(({ extensions }) => extensions?.code !== 'NOT_FOUND') === true;
  if (!isFound) return new EventsUnavailable('a subgraph does not find the object of the event');
  const { height, hash } = event.block ?? pin;
  const extensions = {
    chain: [{ ...namePin(pin), height, hash }],
    ...namePending(read, event.marks ?? []),
    event: { id: nameEvent(event.id), type: event.value.__typename },
  };
  return new StreamedEvent(
    cursor,
    renderResult({ ...(formatted !== undefined && { errors: formatted }), data, extensions }),
  );
}

/** All of its fields are null. */
function isNull(data: ExecutionResult['data']): boolean {
  return data == null || (!(data instanceof RenderedData) && Object.values(data).every((value) => value === null));
}

function namePending(read: ReadonlyMap<string, PoolMark>, found: readonly PoolMark[]): { pending?: object } {
  if (read.size === 0 && found.length === 0) return {};
  const marks = new Map(read);
  addPoolMarks(marks, found);
  return { pending: listPoolMarks(marks) };
}

/** Streams share a result, also where they stand at different places of what they begin with. */
export function asWanted(result: StreamedEvent, { cursor, event: { snapshot } }: WantedResult): StreamedEvent {
  if (snapshot === undefined) return result.cursor === cursor ? result : new StreamedEvent(cursor, `${result.text}\n`);
  // The text ends with the braces of the event, of the extensions and of the result.
  return new StreamedEvent(cursor, `${result.text.slice(0, -3)},"snapshot":${JSON.stringify(snapshot)}}}}\n`);
}

/** The same for everybody at any time, so that a receiver can drop repetitions. */
function nameEvent(id: string): string {
  return hashText('sha256', id, 'base64url').slice(0, 22);
}
