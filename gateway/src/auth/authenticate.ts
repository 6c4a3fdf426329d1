import { hashApiKey } from '@ledgergraph/service-kit/api-key/hash-api-key';
import { parseApiKey } from '@ledgergraph/service-kit/api-key/parse-api-key';
import type { KnownKey } from './key-answer.ts';
import type { KeyDirectory } from './key-directory.ts';

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
  keys: Pick<KeyDirectory, 'find'>;
  /** Prefix of this installation's keys. */
  brand: string;
  pepper: string;
}

const BEARER = /^bearer +(\S+) *$/i;

/**
 * Who calls, by the Authorization header. A key that cannot be one of ours is refused without a look-up.
 * @param address where the caller is
 */
export async function authenticate(
  header: string | undefined,
  address: string,
  { keys, brand, pepper }: Authenticator,
): Promise<Authentication> {
  if (header === undefined || !/^bearer\b/i.test(header)) return { status: 'missing' };
  const text = BEARER.exec(header)?.[1];
  const parsed = text === undefined ? undefined : parseApiKey(text, brand);
  if (text === undefined || parsed === undefined) return { status: 'invalid' };
  const answer = await keys.find(hashApiKey(text, pepper), address);
  if (answer.status !== 'known') return { status: answer.status === 'unknown' ? 'invalid' : answer.status };
  // The prefix is the client's own text: what is stored decides, and the two must agree.
  const claimed = parsed.environment === 'live' ? 'MAINNET' : 'TESTNET';
  return answer.key.environment === claimed ? { status: 'accepted', key: answer.key } : { status: 'invalid' };
}
