import type { Values } from './gateway-client.ts';

export type Cell = string | number | boolean | null;

export interface ListPage {
  readonly items: readonly Values[];
  readonly nextCursor: string | null;
}

/** @throws Error if the answer breaks the schema */
export function objectOf(values: Values, name: string): Values {
  const value = values[name];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values;
  throw new Error(`the graph answered no object ${name}`);
}

/** Undefined where the graph answered null. */
export function objectIn(values: Values, name: string): Values | undefined {
  return values[name] == null ? undefined : objectOf(values, name);
}

/** @throws Error where it is not a list */
export function listOf(values: Values, name: string): readonly Values[] {
  const value = values[name];
  if (Array.isArray(value)) return value as readonly Values[];
  throw new Error(`the graph answered no list ${name}`);
}

export function cellOf(values: Values, name: string): Cell {
  return (values[name] ?? null) as Cell;
}

/** Currencies and identities have it. */
export const NAME = 'friendlyName';
export const WITH_IDENTITY = `address identity { ${NAME} }`;

/** Null if this chain does not know it. */
export function nameIn(values: Values, name: string): Cell {
  return values[name] == null ? null : cellOf(objectOf(values, name), NAME);
}

export function addressIn(values: Values, name: string): Cell {
  return values[name] == null ? null : cellOf(objectOf(values, name), 'address');
}

/** The name of the identity that an address is. */
export function identityIn(values: Values, name: string): Cell {
  return values[name] == null ? null : nameIn(objectOf(values, name), 'identity');
}

export function connectionPage(connection: Values, name: string): ListPage {
  return { items: listOf(connection, name), nextCursor: cellOf(connection, 'nextCursor') as string | null };
}

/** Undefined for rows that the graph does not count. @throws Error where the answer breaks the schema */
export function totalOf(connection: Values): number | undefined {
  if (connection.totalCount === null) return undefined;
  const count = Number(connection.totalCount);
  if (Number.isSafeInteger(count)) return count;
  throw new Error('the graph answered no count');
}
