import { StreamEnd } from './stream-end.ts';
import { StreamedEvent } from './streamed-event.ts';

/** A client that resumes by itself: it gets the first position at once, and the cursor of every result in `extensions.cursor`. */
export interface Resuming {
  /** Cursor to go on from; undefined: begin as the subscription asks. */
  after: string | undefined;
}

/**
 * Reads whether a client resumes by itself: then its request has the extension `after`. A client that does not know of it gets what it
 * always got.
 * @param extensions member `extensions` of a request, as the client sent it
 * @throws StreamEnd VALIDATION_ERROR where `after` is neither a cursor nor null
 */
export function readResuming(extensions: unknown): Resuming | undefined {
  if (typeof extensions !== 'object' || extensions === null || !Object.hasOwn(extensions, 'after')) return undefined;
  const { after } = extensions as { after: unknown };
  if (after === null) return { after: undefined };
  if (typeof after === 'string') return { after };
  throw new StreamEnd('VALIDATION_ERROR', 'extensions.after must be a cursor or null.');
}

/** The first result of a stream for such a client: its position alone. */
export function firstPosition(cursor: string): StreamedEvent {
  return new StreamedEvent(cursor, `${JSON.stringify({ data: null, extensions: { cursor } })}\n`);
}
