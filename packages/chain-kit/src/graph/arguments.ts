import { validationError } from '@ledgergraph/graph-kit/errors';
import { PAGE_MAX } from '@ledgergraph/graph-kit/request-headers';

export const LIMIT_DEFAULT = 50;
const HASH = /^[0-9a-f]{64}$/i;
// Heights are 32-bit in the protocol; a larger number is a typing error, not a future block.
const HEIGHT_MAX = 2 ** 31 - 1;

/** @throws VALIDATION_ERROR naming `limit` */
export function readLimit(limit: number | null | undefined, max = PAGE_MAX): number {
  const value = limit ?? LIMIT_DEFAULT;
  if (value < 1 || value > max) throw validationError('limit', `limit must be from 1 to ${max}`);
  return value;
}

/** @throws VALIDATION_ERROR naming the argument */
export function readList<Value>(argument: string, values: readonly Value[], max: number): readonly Value[] {
  if (values.length > max) throw validationError(argument, `${argument} takes at most ${max}, not ${values.length}`);
  return values;
}

/** In lower case. @throws VALIDATION_ERROR naming the argument */
export function readHash(argument: string, value: string): string {
  if (!HASH.test(value)) throw validationError(argument, `${argument} must be 64 hexadecimal digits`);
  return value.toLowerCase();
}

/** @throws VALIDATION_ERROR naming the argument */
export function readHeight(argument: string, value: number): number {
  if (value < 0 || value > HEIGHT_MAX) throw validationError(argument, `${argument} must be from 0 to ${HEIGHT_MAX}`);
  return value;
}

/** Inclusive; absent ends stay open. @throws VALIDATION_ERROR */
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

/** @throws VALIDATION_ERROR naming the first when none or several are given */
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
