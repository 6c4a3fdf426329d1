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

export interface Place {
  address: string;
  /** Origin of the web page that asks; undefined: no page, or one of ours. */
  origin: string | undefined;
}

export interface Caller extends Place {
  /** Text of the Authorization header, or what stands for it. */
  authorization: string | undefined;
  parsed: ParsedKey | undefined;
  isInternal: boolean;
}

export interface Authenticator {
  keys: Pick<KeyDirectory, 'find' | 'findKnown'>;
  brand: string;
  pepper: string;
  isOurs: (secret: unknown) => boolean;
}

/** Finds whose key a caller shows, and whether it works from there. Takes nothing from a limit. */
export class Callers {
  readonly #authenticator: Authenticator;
  readonly #parsedKeys = new ParsedKeys();

  constructor(authenticator: Authenticator) {
    this.#authenticator = authenticator;
  }

  readonly isOurs = (secret: unknown): boolean => this.#authenticator.isOurs(secret);

  /** @param parsed the key, where it was parsed before */
  callerOf(headers: IncomingHttpHeaders, place: Place, parsed?: ParsedKey): Caller {
    const internal = this.#namedKey(headers);
    if (internal !== undefined) return { authorization: undefined, parsed: internal, ...place, isInternal: true };
    return this.callerBy(headers.authorization, place, parsed);
  }

  callerBy(authorization: string | undefined, place: Place, known?: ParsedKey): Caller {
    return { authorization, parsed: known ?? this.#parse(authorization), ...place, isInternal: false };
  }

  /** At once where no request to accounts is needed. A malformed key is refused without a look-up. */
  findKey({ authorization, parsed, address }: Caller): KnownKey | Refused | Promise<KnownKey | Refused> {
    if (parsed === undefined) {
      return KEY_REFUSALS[authorization !== undefined && SCHEME.test(authorization) ? 'invalid' : 'missing'];
    }
    const answer = this.#authenticator.keys.find(parsed.keyHash, address);
    return answer instanceof Promise ? answer.then((late) => toKey(late, parsed)) : toKey(answer, parsed);
  }

  /** Whether the key works now and from this place. Takes nothing from a limit. */
  judge(caller: Caller): KnownKey | Refused | Promise<KnownKey | Refused> {
    const found = this.findKey(caller);
    return found instanceof Promise ? found.then((late) => judgePlace(late, caller)) : judgePlace(found, caller);
  }

  /** `judge` without a request to accounts. Undefined decides nothing. */
  judgeAtOnce(caller: Caller): KnownKey | undefined {
    const key = caller.parsed && this.#findKnown(caller.parsed);
    return key !== undefined && refusedPlace(key, caller) === undefined ? key : undefined;
  }

  /** Finds the key where its text and recent answers of accounts identify it. Undefined decides nothing. */
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

  /** The key that one of our own services names: the internal secret proves the service. */
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

/** Undefined: the key may be used there. */
export function refusedPlace(
  { allowedNetworks, allowedOrigins }: KnownKey,
  { isInternal, address, origin }: Caller,
): Refused | undefined {
  if (isInternal) return undefined;
  if (!isAddressAllowed(address, allowedNetworks)) return REFUSED_ADDRESS;
  return isOriginOfKey(origin, allowedOrigins) ? undefined : REFUSED_PAGE;
}
