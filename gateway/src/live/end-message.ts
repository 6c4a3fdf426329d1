import { StreamEnd } from './stream-end.ts';

/** The last result of a stream that the gateway ends: an error with the code, and the cursor to go on from. */
export function endMessage({ code, message }: StreamEnd, cursor: string): object {
  return { errors: [{ message, extensions: { code, cursor } }] };
}

/** The reason that clients get for whatever ended a stream; what is not meant for them is masked. */
export function toStreamEnd(error: unknown): StreamEnd {
  return error instanceof StreamEnd ? error : new StreamEnd('INTERNAL_SERVER_ERROR');
}
