import { z } from 'zod';
import type { BlockPlace } from './block-place.ts';
import type { EnvironmentName } from './network.ts';

/** Headers in which the gateway names what a request may see: docs/internal-contracts.md. */
export const ENVIRONMENT_HEADER = 'x-ledgergraph-environment';
export const PINS_HEADER = 'x-ledgergraph-pins';
/** Milliseconds that the gateway still waits for the response. */
export const TIME_LEFT_HEADER = 'x-ledgergraph-time-left';
/** Most items of a page that a client may ask for. */
export const PAGE_MAX = 100;
/** Most items of a page that this request may ask for, where it is more than a client may: the portal's exports. */
export const PAGE_MAX_HEADER = 'x-ledgergraph-page-max';
/** Network address and host of the portal's client: headers that no proxy between our services writes. */
export const CLIENT_ADDRESS_HEADER = 'x-ledgergraph-client-address';
export const CLIENT_HOST_HEADER = 'x-ledgergraph-client-host';
/** How a call of the portal counts for the limits of its key: see `CallTerms`. */
export const TERMS_HEADER = 'x-ledgergraph-terms';

/**
 * Id of the team for whom the gateway asks: the connections to a database are given to teams in turn. An answer to the portal has it, too.
 */
export const TEAM_HEADER = 'x-ledgergraph-team';

const environment = z.enum(['MAINNET', 'TESTNET']);
/**
 * How a call counts that is one of several for the same request of a client.
 * `whole`: as every call, by a token of the second and a unit of the month. `open`: the first one; the month must have a unit, which is not
 * spent. `part`: one that follows, and takes nothing. `pay`: one that spends a unit, and no token.
 */
export type CallTerms = 'whole' | 'open' | 'part' | 'pay';

const terms = z.enum(['open', 'part', 'pay']);
const timeLeft = z.coerce.number().int().min(0);
const pageMax = z.coerce.number().int().min(1).max(10_000);
const pin = z.tuple([
  z.string().min(1),
  z.coerce.number().int().min(0),
  z.string().regex(/^[0-9a-f]{64}$/),
  z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(BigInt)
    .optional(),
]);

/** The block at which a request reads a chain. */
export interface Pin extends BlockPlace {
  /** Serial of the newest change of the mempool that the request sees; absent: all changes. */
  poolSerial?: bigint;
}

/** @throws Error when the header is missing or of another form: only our own gateway writes it */
export function readEnvironment(header: unknown): EnvironmentName {
  return environment.parse(header);
}

/** @throws Error for another form; an absent header means no pins */
export function readPins(header: unknown): Map<string, Pin> {
  const pins = new Map<string, Pin>();
  if (typeof header !== 'string' || header === '') return pins;
  for (const text of header.split(',')) {
    const [chainId, height, hash, poolSerial] = pin.parse(text.split(':'));
    pins.set(chainId, { height, hash, ...(poolSerial !== undefined && { poolSerial }) });
  }
  return pins;
}

/** @throws Error for another form; an absent header means that the caller waits without a limit */
export function readTimeLeft(header: unknown): number {
  return header === undefined ? Number.POSITIVE_INFINITY : timeLeft.parse(header);
}

/** @throws Error for another form; an absent header means that pages are as large as clients may ask for */
export function readPageMax(header: unknown): number | undefined {
  return header === undefined ? undefined : pageMax.parse(header);
}

/** @throws Error for a value that the portal does not write; an absent header means that the call is a whole one */
export function readTerms(header: unknown): CallTerms {
  return header === undefined ? 'whole' : terms.parse(header);
}

/** The header that readPins reads. */
export function writePins(pins: Iterable<BlockPlace & { chainId: string; poolSerial?: bigint | null }>): string {
  return Array.from(pins, ({ chainId, height, hash, poolSerial }) =>
    [chainId, height, hash, ...(poolSerial == null ? [] : [poolSerial])].join(':'),
  ).join(',');
}
