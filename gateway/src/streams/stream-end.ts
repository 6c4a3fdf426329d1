import { EventsUnavailable } from '#/events/event-sources.ts';

/** The client may go on from the cursor that comes with it, unless the code rules that out. */
export type StreamEndCode =
  | 'RECONNECT'
  | 'SLOW_CONSUMER'
  | 'QUOTA_EXCEEDED'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'VALIDATION_ERROR'
  | 'CHAIN_REORGANIZED'
  | 'SUBGRAPH_UNAVAILABLE'
  | 'INTERNAL_SERVER_ERROR'
  /** Never sent. */
  | 'GONE';

const MESSAGES: Readonly<Record<StreamEndCode, string>> = {
  RECONNECT: 'This gateway is about to stop. Please connect again and go on from the cursor.',
  SLOW_CONSUMER: 'The events were not read fast enough. Please connect again and go on from the cursor.',
  QUOTA_EXCEEDED:
    'The calls of this month are used up. Please go on from the cursor with the next month, or another plan.',
  UNAUTHORIZED: 'This API key does not work any more.',
  FORBIDDEN: 'This API key may not be used from this address.',
  VALIDATION_ERROR: 'after is not a cursor of this subscription.',
  CHAIN_REORGANIZED:
    'The block of the cursor is not known here: the chain was rebuilt. Please read the state and subscribe again.',
  SUBGRAPH_UNAVAILABLE: 'Events cannot be read at the moment. Please connect again and go on from the cursor.',
  INTERNAL_SERVER_ERROR: 'Internal error. Please connect again and go on from the cursor.',
  GONE: 'The client has gone.',
};

export class StreamEnd extends Error {
  readonly code: StreamEndCode;

  constructor(code: StreamEndCode, message: string = MESSAGES[code]) {
    super(message);
    this.name = 'StreamEnd';
    this.code = code;
  }
}

/** An error with the code, and the cursor to go on from. */
export function endMessage({ code, message }: StreamEnd, cursor: string): object {
  return { errors: [{ message, extensions: { code, cursor } }] };
}

/** Masks everything that is not meant for clients. */
export function toStreamEnd(error: unknown): StreamEnd {
  if (error instanceof StreamEnd) return error;
  return new StreamEnd(error instanceof EventsUnavailable ? 'SUBGRAPH_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR');
}
