import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { gatherBody } from '@ledgergraph/service-kit/http/gather-body';
import type { LimitReached } from '@ledgergraph/service-kit/limits/concurrency-limit';
import { parse } from 'secure-json-parse';
import { Refused } from '#/admission/refused.ts';
import { BODY_BYTES_MAX, type BodyConcurrency, SENDING_BODY_BYTES_MAX } from '#/http/body-concurrency.ts';
import { badRequest, EMPTY_BODY, refusedText, refusedType } from './body-shape.ts';
import { type CallContext, type CallRequest, callOf, keyOf } from './call-context.ts';

/** Far more than our variables need, far less than a recursive function can bear. */
const DEPTH_MAX = 32;
/** A large body holds a transaction and little else: code that repeats or compares values would take seconds for more. */
const LARGE_VALUES_MAX = 1_000;
/** A large body is for sending. The keyword of a mutation has no short form. */
const SENDING = /\bmutation\b/;

const UNREADABLE = badRequest('The request cannot be read.');
const TOO_DEEP = badRequest(`The request is nested more than ${DEPTH_MAX} levels deep.`);
const TOO_MANY_VALUES = new Refused(413, 'BAD_REQUEST', 'A body of more than 64 kB has 1,000 values at most.');
const TOO_LARGE_TO_ASK = new Refused(413, 'BAD_REQUEST', 'A body that sends no transaction has 64 kB at most.');
const COMPRESSED = new Refused(415, 'BAD_REQUEST', 'The body must not be compressed.', undefined, {
  'accept-encoding': 'identity',
});
/** The rest of the body is not read, so the connection cannot be used again. */
const UNREAD = { connection: 'close' };
const TOO_LARGE = new Refused(413, 'BAD_REQUEST', 'The body is larger than 64 kB.', undefined, UNREAD);
const TOO_LARGE_TO_SEND = new Refused(
  413,
  'BAD_REQUEST',
  'The body is larger than 4,065,536 bytes. A transaction of up to 2,000,000 bytes can be sent here.',
  undefined,
  UNREAD,
);

/** Stage "body": the JSON value of a POST; undefined for GET. */
export async function readBody(
  request: CallRequest,
  context: CallContext,
  concurrency: BodyConcurrency,
): Promise<{ value: unknown } | Refused> {
  if (request.method !== 'POST') {
    context.bodyText = '';
    return { value: undefined };
  }
  const refused = checkHead(request);
  if (refused !== undefined) return refused;
  const text = context.bodyText ?? (await readText(request, context, concurrency));
  if (text instanceof Refused) return text;
  context.bodyText = text;
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    return refusedText(text);
  }
  if (!isWithin(value, DEPTH_MAX)) return TOO_DEEP;
  return refuseLargeQuery(text, value) ?? { value };
}

function checkHead({ headers }: CallRequest): Refused | undefined {
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return EMPTY_BODY;
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return COMPRESSED;
  const type = headers['content-type'];
  return type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json' ? undefined : refusedType(type);
}

const TOO_MANY = {
  holder: new Refused(
    429,
    'RATE_LIMITED',
    'This key, or its team, sends too many large or slow requests at once. Please wait for their answers.',
    1,
    UNREAD,
  ),
  all: new Refused(
    503,
    'SUBGRAPH_UNAVAILABLE',
    'Too many large or slow requests are being sent at this moment. Please try again.',
    1,
    UNREAD,
  ),
};

/**
 * Room is taken by the announced length before a byte is read, except for a short body that is already here. Bodies in chunks announce
 * no length and are mostly small: room for the largest is taken once one has become large.
 */
async function readText(
  request: CallRequest,
  context: CallContext,
  concurrency: BodyConcurrency,
): Promise<string | Refused> {
  // Its room would never be given back.
  if (request.isAborted()) return UNREADABLE;
  const { body, headers, onClosed } = request;
  const isInChunks = headers['transfer-encoding'] !== undefined;
  let giveBack = (): void => {};
  const makeRoom = (bytes: number): number | Refused => {
    if (bytes > bytesMaxOf(context)) return tooLarge(context);
    const room = concurrency.acquire(keyOf(context), bytes);
    if (typeof room === 'string') return refuseTooMany(context, room);
    onClosed(room);
    giveBack();
    if (bytes <= BODY_BYTES_MAX) giveBack = room;
    return bytes;
  };
  const bytes = isInChunks ? BODY_BYTES_MAX : Number(headers['content-length']);
  const isHere = !isInChunks && bytes <= BODY_BYTES_MAX && body.readableLength === bytes;
  const size = isHere ? bytes : makeRoom(bytes);
  if (typeof size !== 'number') return size;
  const gathered = await gatherBody(body, size, (more) => makeRoom(Math.max(more, bytesMaxOf(context))));
  giveBack();
  return Buffer.isBuffer(gathered) ? gathered.toString() : (gathered ?? UNREADABLE);
}

function refuseTooMany(context: CallContext, why: LimitReached): Refused {
  if (why === 'holder') callOf(context).settle(CallStatus.RATE_LIMITED);
  return TOO_MANY[why];
}

function bytesMaxOf(context: CallContext): number {
  return keyOf(context).maySend ? SENDING_BODY_BYTES_MAX : BODY_BYTES_MAX;
}

function tooLarge(context: CallContext): Refused {
  return keyOf(context).maySend ? TOO_LARGE_TO_SEND : TOO_LARGE;
}

function refuseLargeQuery(text: string, value: unknown): Refused | undefined {
  if (text.length <= BODY_BYTES_MAX) return undefined;
  if (countValues(value) > LARGE_VALUES_MAX) return TOO_MANY_VALUES;
  const query = (value as { query?: unknown } | null)?.query;
  // Without its text the operation is one that was kept by its hash.
  if (query === undefined || (typeof query === 'string' && SENDING.test(query))) return undefined;
  return TOO_LARGE_TO_ASK;
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((member) => isWithin(member, levels - 1));
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, member) => sum + countValues(member), 1);
}
