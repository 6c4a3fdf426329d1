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
import type { LargeBodies, NoRoom } from '#/http/large-bodies.ts';
import { contextOf, keyOf } from './call-context.ts';

const RETRY_AFTER_S = 1;
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
    const bytes = announcedBytes(request);
    if (bytes > request.bodyBytesMax) return void sendError(unread(reply), 413, 'BAD_REQUEST', bodyTooLarge(request));
    if (bytes <= BODY_BYTES_MAX) return done();
    const room = bodies.take(key.id, bytes);
    if (typeof room === 'string') return void refuse(request, reply, room);
    reply.raw.once('close', room);
    done();
  };
}

/** Bytes that a body may turn out to have. One that comes in chunks does not say how many they are. */
function announcedBytes({ headers, bodyBytesMax }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return bodyBytesMax;
  return Number(headers['content-length'] ?? 0);
}

function refuse(request: FastifyRequest, reply: FastifyReply, reason: NoRoom): FastifyReply {
  if (reason === 'gateway') {
    const message = 'Too many large transactions are being sent at this moment. Please try again.';
    return sendError(unread(reply), 503, 'SUBGRAPH_UNAVAILABLE', message, RETRY_AFTER_S);
  }
  contextOf(request).call?.settle(CallStatus.RATE_LIMITED);
  const message = 'This API key sends too many large transactions at once. Please wait for their answers.';
  return sendError(unread(reply), 429, 'RATE_LIMITED', message, RETRY_AFTER_S);
}

/** The rest of the body is not read: nothing else can come on this connection. */
function unread(reply: FastifyReply): FastifyReply {
  return reply.header('connection', 'close');
}

/** Hook: a body in chunks ends at the bound of its key, not at the greatest of all. */
export const boundChunks: preParsingHookHandler = (request, reply, payload, done) => {
  if (request.headers['transfer-encoding'] === undefined) return done(null, payload);
  const bound = new Bound(request.bodyBytesMax);
  bound.once('error', () => {
    unread(reply);
    // What still comes until the connection ends is dropped, so that the client reads the refusal.
    payload.unpipe(bound);
    payload.resume();
  });
  payload.once('error', (error) => bound.destroy(error));
  done(null, payload.pipe(bound));
};

/** Passes so many bytes on, and fails with what Fastify takes for a body that is too large. */
class Bound extends Transform {
  #left: number;

  constructor(bytesMax: number) {
    super();
    this.#left = bytesMax;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#left -= chunk.length;
    if (this.#left < 0) done(Object.assign(new Error('the body is too large'), { statusCode: 413 }));
    else done(null, chunk);
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
