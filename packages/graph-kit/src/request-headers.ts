import { z } from 'zod';
import type { BlockPlace } from './block-place.ts';
import type { EnvironmentName } from './network.ts';

/** docs/internal-contracts.md. */
export const ENVIRONMENT_HEADER = 'x-ledgergraph-environment';
export const PINS_HEADER = 'x-ledgergraph-pins';
/** Milliseconds. */
export const TIME_LEFT_HEADER = 'x-ledgergraph-time-left';
/** Most items that a client may ask for. */
export const PAGE_MAX = 100;
/** Only for the portal's exports, which may ask for more. */
export const PAGE_MAX_HEADER = 'x-ledgergraph-page-max';
/** The portal's client; no proxy between our services writes these. */
export const CLIENT_ADDRESS_HEADER = 'x-ledgergraph-client-address';
export const CLIENT_HOST_HEADER = 'x-ledgergraph-client-host';
export const TERMS_HEADER = 'x-ledgergraph-terms';

/** The connections to a database are given to teams in turn. An answer to the portal has it, too. */
export const TEAM_HEADER = 'x-ledgergraph-team';

const environment = z.enum(['MAINNET', 'TESTNET']);
/**
 * How one of several calls for the same request counts. `whole`: a token of the second and a unit of the month. `open`: the month must
 * have a unit, which is not spent. `part`: nothing. `pay`: a unit, no token.
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

export interface Pin extends BlockPlace {
  /** Serial of the mempool's newest change that is seen; absent: all. */
  poolSerial?: bigint;
}

/** @throws Error when it is missing or of another form: only our own gateway writes it */
export function readEnvironment(header: unknown): EnvironmentName {
  return environment.parse(header);
}

/** @throws Error for another form; absent: no pins */
export function readPins(header: unknown): Map<string, Pin> {
  const pins = new Map<string, Pin>();
  if (typeof header !== 'string' || header === '') return pins;
  for (const text of header.split(',')) {
    const [chainId, height, hash, poolSerial] = pin.parse(text.split(':'));
    pins.set(chainId, { height, hash, ...(poolSerial !== undefined && { poolSerial }) });
  }
  return pins;
}

/** @throws Error for another form; absent: without a limit */
export function readTimeLeft(header: unknown): number {
  return header === undefined ? Number.POSITIVE_INFINITY : timeLeft.parse(header);
}

/** @throws Error for another form; absent: as a client's */
export function readPageMax(header: unknown): number | undefined {
  return header === undefined ? undefined : pageMax.parse(header);
}

/** @throws Error for another value; absent: `whole` */
export function readTerms(header: unknown): CallTerms {
  return header === undefined ? 'whole' : terms.parse(header);
}

export function writePins(pins: Iterable<BlockPlace & { chainId: string; poolSerial?: bigint | null }>): string {
  return Array.from(pins, ({ chainId, height, hash, poolSerial }) =>
    [chainId, height, hash, ...(poolSerial == null ? [] : [poolSerial])].join(':'),
  ).join(',');
}
