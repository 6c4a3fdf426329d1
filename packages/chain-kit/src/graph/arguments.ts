import { validationError } from '@ledgergraph/graph-kit/errors';
import { PAGE_MAX } from '@ledgergraph/graph-kit/request-headers';

export const LIMIT_DEFAULT = 50;
const HASH = /^[0-9a-f]{64}$/i;
const BASE64 = /^[0-9A-Za-z+/]*={0,2}$/;
const HASH_BYTES = 32;
const INTEGER = /^\d{1,10}$/;
// Heights are 32-bit in the protocol; a larger number is a typing error, not a future block.
const HEIGHT_MAX = 2 ** 31 - 1;

/** @param max of this request @throws VALIDATION_ERROR naming `limit` */
export function readLimit(limit: number | null | undefined, max = PAGE_MAX): number {
  const value = limit ?? LIMIT_DEFAULT;
  if (value < 1 || value > max) throw validationError('limit', `limit must be from 1 to ${max}`);
  return value;
}

/** A list of values, at most `max` of them. @throws VALIDATION_ERROR naming the argument */
export function readList<Value>(argument: string, values: readonly Value[], max: number): readonly Value[] {
  if (values.length > max) throw validationError(argument, `${argument} takes at most ${max}, not ${values.length}`);
  return values;
}

/**
 * Values in a text, divided by commas: of thousands, a list of the graph would cost more than to read what they ask for.
 * @param max of them @throws VALIDATION_ERROR naming the argument
 */
export function readColumn(argument: string, text: string, form: RegExp, max: number): readonly string[] {
  const values = readList(argument, text === '' ? [] : text.split(','), max);
  if (values.every((value) => form.test(value))) return values;
  throw validationError(argument, `${argument} has a value of another form`);
}

/** The same of integers from 0 to 2^31 - 1, as a column of Postgres has them. @throws VALIDATION_ERROR naming the argument */
export function readIntegers(argument: string, text: string, max: number): readonly number[] {
  const values = readColumn(argument, text, INTEGER, max).map(Number);
  if (values.every((value) => value <= HEIGHT_MAX)) return values;
  throw validationError(argument, `${argument} must be from 0 to ${HEIGHT_MAX}`);
}

/** Hashes or txids, whose bytes stand one behind the other, as Base64. @param max of them @throws VALIDATION_ERROR naming the argument */
export function readHashes(argument: string, text: string, max: number): readonly string[] {
  const bytes = Buffer.from(text, 'base64');
  if (!BASE64.test(text) || bytes.length % HASH_BYTES !== 0)
    throw validationError(argument, `${argument} must be ${HASH_BYTES} bytes each, as Base64`);
  const hashes = readList(argument, Array.from({ length: bytes.length / HASH_BYTES }), max);
  return hashes.map((_, at) => bytes.toString('hex', at * HASH_BYTES, (at + 1) * HASH_BYTES));
}

/** @throws VALIDATION_ERROR naming `offset` */
export function readOffset(offset: number | null | undefined): number {
  const value = offset ?? 0;
  if (value < 0) throw validationError('offset', 'offset must not be negative');
  return value;
}

/** Lower-case hash or txid. @throws VALIDATION_ERROR naming the argument */
export function readHash(argument: string, value: string): string {
  if (!HASH.test(value)) throw validationError(argument, `${argument} must be 64 hexadecimal digits`);
  return value.toLowerCase();
}

/** @throws VALIDATION_ERROR naming the argument */
export function readHeight(argument: string, value: number): number {
  if (value < 0 || value > HEIGHT_MAX) throw validationError(argument, `${argument} must be from 0 to ${HEIGHT_MAX}`);
  return value;
}

/** Inclusive range of heights; absent ends stay open. @throws VALIDATION_ERROR */
export function readRange(
  fromHeight: number | null | undefined,
  toHeight: number | null | undefined,
): { from: number | null; to: number | null } {
  const from = fromHeight == null ? null : readHeight('fromHeight', fromHeight);
  const to = toHeight == null ? null : readHeight('toHeight', toHeight);
  if (from !== null && to !== null && from > to) {
    throw validationError('fromHeight', 'fromHeight must not be above toHeight');
  }
  return { from, to };
}

/** As exactlyOne; undefined where none is given. @throws VALIDATION_ERROR naming the second when several are given */
export function atMostOne<Values extends Record<string, unknown>>(
  values: Values,
): ReturnType<typeof exactlyOne<Values>> | undefined {
  return Object.values(values).every((value) => value == null) ? undefined : exactlyOne(values);
}

/**
 * Returns the one argument that is given among arguments that exclude each other.
 * @throws VALIDATION_ERROR naming the first when none or several are given
 */
export function exactlyOne<Values extends Record<string, unknown>>(
  values: Values,
): { [Name in keyof Values]: { name: Name; value: NonNullable<Values[Name]> } }[keyof Values] {
  const names = Object.keys(values);
  const given = names.filter((name) => values[name] != null);
  const only = given[0];
  if (only === undefined || given.length > 1) {
    throw validationError(given[1] ?? names[0] ?? '', `give exactly one of ${names.join(' and ')}`);
  }
  return { name: only, value: values[only] } as never;
}
