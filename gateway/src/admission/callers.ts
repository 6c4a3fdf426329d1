import type { IncomingHttpHeaders } from 'node:http';
import { isAddressAllowed } from '#/auth/allowed-networks.ts';
import {
  type Authentication,
  type Authenticator,
  authenticate,
  knownCaller,
  parseCaller,
  readInternalCaller,
} from '#/auth/authenticate.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { ParsedKey, ParsedKeys } from '#/auth/parsed-keys.ts';
import { isOriginOfKey } from '#/origins/allowed-origins.ts';
import { REFUSED_ADDRESS, REFUSED_PAGE, Refused, refusedKey } from './refused.ts';

/** Where a caller is. */
export interface Place {
  /** Network address. */
  address: string;
  /** Origin of the web page that asks; undefined: no page does, or one of ours. */
  origin: string | undefined;
}

/** Who asks, as far as the transport knows. */
export interface Caller extends Place {
  /** Text of the Authorization header, or what stands for it; undefined: none. */
  authorization: string | undefined;
  /** The key that it shows, read from the text alone. */
  parsed: ParsedKey | undefined;
  /** True for one of our own services, which calls with the rights of the key that it names. */
  isInternal: boolean;
}

export interface CallersOptions {
  authenticator: Authenticator;
  parsedKeys: ParsedKeys;
}

/** Finds whose key a caller shows, and whether it works from where the caller is. None of it takes anything from a limit. */
export class Callers {
  readonly #options: CallersOptions;

  constructor(options: CallersOptions) {
    this.#options = options;
  }

  /** The caller of an HTTP request. @param parsed its key, where it was parsed before */
  callerOf(headers: IncomingHttpHeaders, place: Place, parsed?: ParsedKey): Caller {
    const internal = readInternalCaller(headers, this.#options.authenticator);
    if (internal !== undefined) return { authorization: undefined, parsed: internal, ...place, isInternal: true };
    return this.callerBy(headers.authorization, place, parsed);
  }

  /** The caller who shows a key. */
  callerBy(authorization: string | undefined, place: Place, known?: ParsedKey): Caller {
    const { authenticator, parsedKeys } = this.#options;
    const parsed = known ?? parseCaller(authorization, authenticator, parsedKeys);
    return { authorization, parsed, ...place, isInternal: false };
  }

  /** Stage "key": at once where no request to accounts is needed. */
  findKey(caller: Caller): KnownKey | Refused | Promise<KnownKey | Refused> {
    const { authorization, parsed, address } = caller;
    const result = authenticate(authorization, parsed, address, this.#options.authenticator);
    return result instanceof Promise ? result.then(toKey) : toKey(result);
  }

  /** Whether the key of a caller works at this moment, from where it is. Takes nothing. */
  judge(caller: Caller): KnownKey | Refused | Promise<KnownKey | Refused> {
    const found = this.findKey(caller);
    return found instanceof Promise ? found.then((late) => judgePlace(late, caller)) : judgePlace(found, caller);
  }

  /** The key, where that is known without a request to accounts and the key works. Undefined decides nothing: `judge` does. */
  judgeAtOnce(caller: Caller): KnownKey | undefined {
    const key = caller.parsed && knownCaller(caller.parsed, this.#options.authenticator);
    return key !== undefined && refusedPlace(key, caller) === undefined ? key : undefined;
  }

  /** The key of an Authorization header, if its text and the recent answers of accounts identify it. Undefined decides nothing. */
  findAtOnce(authorization: string | undefined): { parsed: ParsedKey | undefined; key: KnownKey | undefined } {
    const { authenticator, parsedKeys } = this.#options;
    const parsed = parseCaller(authorization, authenticator, parsedKeys);
    return { parsed, key: parsed && knownCaller(parsed, authenticator) };
  }
}

function toKey(result: Authentication): KnownKey | Refused {
  return result.status === 'accepted' ? result.key : refusedKey(result.status);
}

function judgePlace(found: KnownKey | Refused, caller: Caller): KnownKey | Refused {
  return found instanceof Refused ? found : (refusedPlace(found, caller) ?? found);
}

/** Why a key may not be used from where its caller is; undefined: it may. */
export function refusedPlace(
  { allowedNetworks, allowedOrigins }: KnownKey,
  { isInternal, address, origin }: Caller,
): Refused | undefined {
  if (isInternal) return undefined;
  if (!isAddressAllowed(address, allowedNetworks)) return REFUSED_ADDRESS;
  return isOriginOfKey(origin, allowedOrigins) ? undefined : REFUSED_PAGE;
}
