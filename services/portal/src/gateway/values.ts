import type { Values } from './gateway-client.ts';

/** A scalar as the graph answers it; null: there is no such value. */
export type Cell = string | number | boolean | null;

/** One page of a list of the graph. */
export interface ListPage {
  readonly items: readonly Values[];
  readonly nextCursor: string | null;
}

/** Reads a member that is an object. @throws Error: the graph answers by its schema */
export function objectOf(values: Values, name: string): Values {
  const value = values[name];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values;
  throw new Error(`the graph answered no object ${name}`);
}

/** Reads a member that is a list of objects. @throws Error where it is not one */
export function listOf(values: Values, name: string): readonly Values[] {
  const value = values[name];
  if (Array.isArray(value)) return value as readonly Values[];
  throw new Error(`the graph answered no list ${name}`);
}

/** Reads a member that is a scalar. */
export function cellOf(values: Values, name: string): Cell {
  return (values[name] ?? null) as Cell;
}

/** Field of a currency that people read. */
export const CURRENCY_NAME = 'friendlyName';

/** Reads the name of a currency that a member is; null where this chain does not know it. */
export function nameIn(values: Values, name: string): Cell {
  return values[name] == null ? null : cellOf(objectOf(values, name), CURRENCY_NAME);
}

/** Reads a page of a connection, whose items stand under a name. */
export function connectionPage(connection: Values, name: string): ListPage {
  return { items: listOf(connection, name), nextCursor: cellOf(connection, 'nextCursor') as string | null };
}

/** Reads the count of a connection. @throws Error where it has none */
export function totalOf(connection: Values): number {
  const count = Number(connection.totalCount);
  if (Number.isSafeInteger(count)) return count;
  throw new Error('the graph answered no count');
}
