import { Transform, type TransformCallback } from 'node:stream';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type {
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
  preParsingHookHandler,
} from 'fastify';
import { sendError } from '#/errors/error-body.ts';
import { BODY_BYTES_MAX, bodyTooLarge, SENDING_BODY_BYTES_MAX } from '#/http/body-limit.ts';
import { type LargeBodies, NoRoomError } from '#/http/large-bodies.ts';
import { contextOf, keyOf } from './call-context.ts';

/** The field that a large body is for. */
const SENDING_FIELD = 'sendTransaction';

/**
 * Hook, before a byte of the body is read: only a key that may send has a reason for a body of more than 64 kB. Room for it is taken
 * until the call has ended.
 */
export function limitBody(bodies: LargeBodies): onRequestHookHandler {
  return (request, reply, done) => {
    const key = keyOf(contextOf(request));
    if (key.maySend) request.bodyBytesMax = SENDING_BODY_BYTES_MAX;
    const bytes = Number(request.headers['content-length'] ?? 0);
    if (bytes > request.bodyBytesMax) return void sendError(unread(reply), 413, 'BAD_REQUEST', bodyTooLarge(request));
    const refused = bytes > BODY_BYTES_MAX ? takeRoom(bodies, bytes, request, reply) : undefined;
    if (refused === undefined) done();
    else unread(reply).send(refused);
  };
}

/** Takes room for a large body until its call has ended. @returns why there is none */
function takeRoom(
  bodies: LargeBodies,
  bytes: number,
  request: FastifyRequest,
  reply: FastifyReply,
): NoRoomError | undefined {
  const room = bodies.take(keyOf(contextOf(request)).id, bytes);
  if (typeof room === 'string') {
    if (room === 'key') contextOf(request).call?.settle(CallStatus.RATE_LIMITED);
    return new NoRoomError(room);
  }
  reply.raw.once('close', room);
  return undefined;
}

/** The rest of the body is not read: nothing else can come on this connection. */
function unread(reply: FastifyReply): FastifyReply {
  return reply.header('connection', 'close');
}

/**
 * Hook: a body in chunks, which does not announce its size, ends at the bound of its key. Room for the largest is taken when it has become
 * large: most bodies in chunks are small.
 */
export function boundChunks(bodies: LargeBodies): preParsingHookHandler {
  return (request, reply, payload, done) => {
    if (request.headers['transfer-encoding'] === undefined) return done(null, payload);
    const bound = new Bound(request.bodyBytesMax, () => takeRoom(bodies, request.bodyBytesMax, request, reply));
    bound.once('error', () => {
      unread(reply);
      // What still comes until the connection ends is dropped, so that the client reads the refusal.
      payload.unpipe(bound);
      payload.resume();
    });
    payload.once('error', (error) => bound.destroy(error));
    done(null, payload.pipe(bound));
  };
}

/** Passes so many bytes on, and fails with an error that the server answers. */
class Bound extends Transform {
  readonly #bytesMax: number;
  readonly #takeRoom: () => Error | undefined;
  #bytes = 0;
  #isLarge = false;

  /** @param takeRoom called once, before more is passed on than any body may have */
  constructor(bytesMax: number, takeRoom: () => Error | undefined) {
    super();
    this.#bytesMax = bytesMax;
    this.#takeRoom = takeRoom;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#bytes += chunk.length;
    const fault = this.#bytes > BODY_BYTES_MAX ? this.#faultOfLarge() : undefined;
    if (fault === undefined) done(null, chunk);
    else done(fault);
  }

  #faultOfLarge(): Error | undefined {
    // What Fastify takes for a body that is too large.
    if (this.#bytes > this.#bytesMax) return Object.assign(new Error('the body is too large'), { statusCode: 413 });
    if (this.#isLarge) return undefined;
    this.#isLarge = true;
    return this.#takeRoom();
  }
}

/** Hook, once the body is read: a large one that does not send has no reason to be large. */
export const refuseLargeQuery: preHandlerHookHandler = (request, reply, done) => {
  const { bodyText } = contextOf(request);
  if (bodyText.length <= BODY_BYTES_MAX) return done();
  const query = (request.body as { query?: unknown } | null)?.query;
  // Without its text the operation is one that was kept by its hash.
  if (query === undefined || (typeof query === 'string' && query.includes(SENDING_FIELD))) return done();
  sendError(reply, 413, 'BAD_REQUEST', 'A body that sends no transaction has 64 kB at most.');
};
