import type { IncomingHttpHeaders } from 'node:http';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { parseApiKey } from '@ledgergraph/proto-schemas/api-key/parse-api-key';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import type { KeyAnswer, KnownKey } from './key-answer.ts';
import type { KeyDirectory } from './key-directory.ts';
import type { ParsedKey, ParsedKeys } from './parsed-keys.ts';

/**
 * `missing`: no bearer token at all; `invalid` does not reveal whether the key is malformed, unknown, revoked or expired;
 * `throttled`: this caller has shown too many invalid ones.
 */
export type Authentication =
  | { status: 'accepted'; key: KnownKey }
  | { status: 'missing' }
  | { status: 'invalid' }
  | { status: 'unavailable' }
  | { status: 'throttled' };

export interface Authenticator {
  keys: Pick<KeyDirectory, 'find' | 'findKnown'>;
  /** Prefix of this installation's keys. */
  brand: string;
  pepper: string;
  /** True for the secret by which our own services show who they are. */
  isOurs: (secret: unknown) => boolean;
}

const SCHEME = /^bearer\b/i;
const BEARER = /^bearer +(\S+) *$/i;

/**
 * The key that an Authorization header shows, read from its text alone. Undefined if it cannot be one of ours.
 * @param parsedKeys headers that were parsed before
 */
export function parseCaller(
  header: string | undefined,
  authenticator: Authenticator,
  parsedKeys: ParsedKeys,
): ParsedKey | undefined {
  return header === undefined ? undefined : parsedKeys.find(header, (text) => readKey(text, authenticator));
}

/**
 * Finds the caller without a request to accounts, if the cache has a recent answer and the key works.
 * Undefined decides nothing about the key: `authenticate` does.
 */
export function knownCaller(parsed: ParsedKey, { keys }: Authenticator): KnownKey | undefined {
  const answer = keys.findKnown(parsed.keyHash);
  if (answer === undefined) return undefined;
  const judged = judge(answer, parsed);
  return judged.status === 'accepted' ? judged.key : undefined;
}

/**
 * Finds the caller. It answers synchronously if no request to accounts is needed; it refuses a key that cannot be one
 * of ours without a look-up.
 * @param parsed key of the header
 * @param address network address of the caller
 */
export function authenticate(
  header: string | undefined,
  parsed: ParsedKey | undefined,
  address: string,
  { keys }: Authenticator,
): Authentication | Promise<Authentication> {
  if (parsed === undefined) return { status: header !== undefined && SCHEME.test(header) ? 'invalid' : 'missing' };
  const answer = keys.find(parsed.keyHash, address);
  return answer instanceof Promise ? answer.then((late) => judge(late, parsed)) : judge(answer, parsed);
}

function readKey(header: string, { brand, pepper }: Authenticator): ParsedKey | undefined {
  const text = BEARER.exec(header)?.[1];
  const parsed = text === undefined ? undefined : parseApiKey(text, brand);
  if (text === undefined || parsed === undefined) return undefined;
  return { keyHash: hashApiKey(text, pepper), claimed: parsed.environment === 'live' ? 'MAINNET' : 'TESTNET' };
}

/** The prefix is the client's own text. The stored key decides, and the two must agree. */
function judge(answer: KeyAnswer, { claimed }: ParsedKey): Authentication {
  if (answer.status !== 'known') return { status: answer.status === 'unknown' ? 'invalid' : answer.status };
  return claimed === null || answer.key.environment === claimed
    ? { status: 'accepted', key: answer.key }
    : { status: 'invalid' };
}

/** HMAC of the API key with whose rights one of our own services calls, base64url. */
export const KEY_HASH_HEADER = 'x-ledgergraph-key-hash';

/**
 * The key that one of our own services names in place of showing it: the service proves itself by the internal secret. Undefined for
 * everybody else.
 */
export function readInternalCaller(headers: IncomingHttpHeaders, { isOurs }: Authenticator): ParsedKey | undefined {
  const keyHash = headers[KEY_HASH_HEADER];
  if (typeof keyHash !== 'string' || !isOurs(headers[INTERNAL_HEADER])) return undefined;
  return { keyHash: Buffer.from(keyHash, 'base64url'), claimed: null };
}
