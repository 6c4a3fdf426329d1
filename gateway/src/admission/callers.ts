import type { IncomingHttpHeaders } from 'node:http';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { parseApiKey } from '@ledgergraph/proto-schemas/api-key/parse-api-key';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import { isAddressAllowed } from '#/auth/allowed-networks.ts';
import type { KeyAnswer, KnownKey } from '#/auth/key-answer.ts';
import type { KeyDirectory } from '#/auth/key-directory.ts';
import { type ParsedKey, ParsedKeys } from '#/auth/parsed-keys.ts';
import { isOriginOfKey } from '#/origins/allowed-origins.ts';
import { KEY_REFUSALS, REFUSED_ADDRESS, REFUSED_PAGE, Refused } from './refused.ts';

/** HMAC of the API key with whose rights one of our own services calls, base64url. */
export const KEY_HASH_HEADER = 'x-ledgergraph-key-hash';

const SCHEME = /^bearer\b/i;
const BEARER = /^bearer +(\S+) *$/i;

/** Where a caller is. */
export interface Place {
  /** Network address. */
  address: string;
  /** Origin of the web page that asks; undefined: no page does, or one of ours. */
  origin: string | undefined;
}

/** A caller, as far as the transport knows it. */
export interface Caller extends Place {
  /** Text of the Authorization header, or what stands for it; undefined: none. */
  authorization: string | undefined;
  /** The key that it shows, read from the text alone. */
  parsed: ParsedKey | undefined;
  /** True for one of our own services, which calls with the rights of the key that it names. */
  isInternal: boolean;
}

export interface Authenticator {
  keys: Pick<KeyDirectory, 'find' | 'findKnown'>;
  /** Prefix of this installation's keys. */
  brand: string;
  pepper: string;
  /** True for the secret by which our own services show who they are. */
  isOurs: (secret: unknown) => boolean;
}

/** Finds whose key a caller shows, and whether it works from where the caller is. None of it takes anything from a limit. */
export class Callers {
  readonly #authenticator: Authenticator;
  readonly #parsedKeys = new ParsedKeys();

  constructor(authenticator: Authenticator) {
    this.#authenticator = authenticator;
  }

  /** True for the secret by which our own services show who they are. */
  readonly isOurs = (secret: unknown): boolean => this.#authenticator.isOurs(secret);

  /** The caller of an HTTP request. @param parsed its key, where it was parsed before */
  callerOf(headers: IncomingHttpHeaders, place: Place, parsed?: ParsedKey): Caller {
    const internal = this.#namedKey(headers);
    if (internal !== undefined) return { authorization: undefined, parsed: internal, ...place, isInternal: true };
    return this.callerBy(headers.authorization, place, parsed);
  }

  /** The caller who shows a key. */
  callerBy(authorization: string | undefined, place: Place, known?: ParsedKey): Caller {
    return { authorization, parsed: known ?? this.#parse(authorization), ...place, isInternal: false };
  }

  /** Stage "key": at once where no request to accounts is needed. A key that cannot be one of ours is refused without a look-up. */
  findKey({ authorization, parsed, address }: Caller): KnownKey | Refused | Promise<KnownKey | Refused> {
    if (parsed === undefined) {
      return KEY_REFUSALS[authorization !== undefined && SCHEME.test(authorization) ? 'invalid' : 'missing'];
    }
    const answer = this.#authenticator.keys.find(parsed.keyHash, address);
    return answer instanceof Promise ? answer.then((late) => toKey(late, parsed)) : toKey(answer, parsed);
  }

  /** Whether the key of a caller works at this moment, from where it is. Takes nothing. */
  judge(caller: Caller): KnownKey | Refused | Promise<KnownKey | Refused> {
    const found = this.findKey(caller);
    return found instanceof Promise ? found.then((late) => judgePlace(late, caller)) : judgePlace(found, caller);
  }

  /** The key, where that is known without a request to accounts and the key works. Undefined decides nothing: `judge` does. */
  judgeAtOnce(caller: Caller): KnownKey | undefined {
    const key = caller.parsed && this.#findKnown(caller.parsed);
    return key !== undefined && refusedPlace(key, caller) === undefined ? key : undefined;
  }

  /** The key of an Authorization header, if its text and the recent answers of accounts identify it. Undefined decides nothing. */
  findAtOnce(authorization: string | undefined): { parsed: ParsedKey | undefined; key: KnownKey | undefined } {
    const parsed = this.#parse(authorization);
    return { parsed, key: parsed && this.#findKnown(parsed) };
  }

  #findKnown(parsed: ParsedKey): KnownKey | undefined {
    const answer = this.#authenticator.keys.findKnown(parsed.keyHash);
    const key = answer && toKey(answer, parsed);
    return key instanceof Refused ? undefined : key;
  }

  #parse(authorization: string | undefined): ParsedKey | undefined {
    return authorization === undefined ? undefined : this.#parsedKeys.find(authorization, this.#read);
  }

  readonly #read = (header: string): ParsedKey | undefined => {
    const { brand, pepper } = this.#authenticator;
    const text = BEARER.exec(header)?.[1];
    const parsed = text === undefined ? undefined : parseApiKey(text, brand);
    if (text === undefined || parsed === undefined) return undefined;
    return { keyHash: hashApiKey(text, pepper), claimed: parsed.environment === 'live' ? 'MAINNET' : 'TESTNET' };
  };

  /** The key that one of our own services names in place of showing it: the service proves itself by the internal secret. */
  #namedKey(headers: IncomingHttpHeaders): ParsedKey | undefined {
    const keyHash = headers[KEY_HASH_HEADER];
    if (typeof keyHash !== 'string' || !this.#authenticator.isOurs(headers[INTERNAL_HEADER])) return undefined;
    return { keyHash: Buffer.from(keyHash, 'base64url'), claimed: null };
  }
}

/** The prefix is the client's own text. The stored key decides, and the two must agree. */
function toKey(answer: KeyAnswer, { claimed }: ParsedKey): KnownKey | Refused {
  if (answer.status !== 'known') return KEY_REFUSALS[answer.status === 'unknown' ? 'invalid' : answer.status];
  const { key } = answer;
  return claimed === null || key.environment === claimed ? key : KEY_REFUSALS.invalid;
}

function judgePlace(found: KnownKey | Refused, caller: Caller): KnownKey | Refused {
  return found instanceof Refused ? found : (refusedPlace(found, caller) ?? found);
}

/** Refuses a key whose caller is at a place where it may not be used; undefined: it may. */
export function refusedPlace(
  { allowedNetworks, allowedOrigins }: KnownKey,
  { isInternal, address, origin }: Caller,
): Refused | undefined {
  if (isInternal) return undefined;
  if (!isAddressAllowed(address, allowedNetworks)) return REFUSED_ADDRESS;
  return isOriginOfKey(origin, allowedOrigins) ? undefined : REFUSED_PAGE;
}
