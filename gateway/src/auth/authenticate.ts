import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { parseApiKey } from '@ledgergraph/proto-schemas/api-key/parse-api-key';
import type { KeyAnswer, KnownKey } from './key-answer.ts';
import type { KeyDirectory } from './key-directory.ts';
import type { PresentedKey, PresentedKeys } from './presented-keys.ts';

/**
 * `missing`: no bearer token at all; `invalid` tells nothing of whether the key is malformed, unknown, revoked or expired;
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
}

const SCHEME = /^bearer\b/i;
const BEARER = /^bearer +(\S+) *$/i;

/**
 * Who calls, by the Authorization header: told at once where nobody has to be asked. A key that cannot be one of ours is refused without a look-up.
 * @param address where the caller is
 * @param presented what was made of headers before
 */
export function authenticate(
  header: string | undefined,
  address: string,
  authenticator: Authenticator,
  presented: PresentedKeys,
): Authentication | Promise<Authentication> {
  if (header === undefined || !SCHEME.test(header)) return { status: 'missing' };
  const key = presented.find(header, (text) => readKey(text, authenticator));
  if (key === undefined) return { status: 'invalid' };
  const answer = authenticator.keys.find(key.keyHash, address);
  return answer instanceof Promise ? answer.then((late) => judge(late, key)) : judge(answer, key);
}

/** Who calls, where a working key was shown and nobody has to be asked. Undefined says nothing about the key: `authenticate` does. */
export function knownCaller(
  header: string | undefined,
  authenticator: Authenticator,
  presented: PresentedKeys,
): KnownKey | undefined {
  if (header === undefined) return undefined;
  const key = presented.find(header, (text) => readKey(text, authenticator));
  const answer = key && authenticator.keys.findKnown(key.keyHash);
  if (key === undefined || answer === undefined) return undefined;
  const judged = judge(answer, key);
  return judged.status === 'accepted' ? judged.key : undefined;
}

function readKey(header: string, { brand, pepper }: Authenticator): PresentedKey | undefined {
  const text = BEARER.exec(header)?.[1];
  const parsed = text === undefined ? undefined : parseApiKey(text, brand);
  if (text === undefined || parsed === undefined) return undefined;
  return { keyHash: hashApiKey(text, pepper), claimed: parsed.environment === 'live' ? 'MAINNET' : 'TESTNET' };
}

/** The prefix is the client's own text: what is stored decides, and the two must agree. */
function judge(answer: KeyAnswer, { claimed }: PresentedKey): Authentication {
  if (answer.status !== 'known') return { status: answer.status === 'unknown' ? 'invalid' : answer.status };
  return answer.key.environment === claimed ? { status: 'accepted', key: answer.key } : { status: 'invalid' };
}
