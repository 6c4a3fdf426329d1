import { isDeepStrictEqual } from 'node:util';
import type { Untyped } from '@ledgergraph/test-kit/client';
import type { ContinuedList, Question } from './write-question.ts';

export interface Part {
  value: Untyped;
  errors: PartError[];
}

export interface PartError {
  path: readonly (string | number)[];
  message: string;
  extensions: { code: string };
}

/** A cursor's text holds asOf: only its presence is compared here, and its target by following it. */
export function readPart(data: Untyped, errors: readonly Partial<PartError>[], { path }: Question): Part {
  const own = errors.filter((error) => error.path === undefined || error.path[0] === path[0]);
  return {
    value: withoutCursors(valueAt(data, path)),
    errors: own
      .map(({ path: place = [], message = '', extensions = { code: '' } }) => ({ path: place, message, extensions }))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  };
}

/** If the object with the field did not exist then, the field must be refused now with the same code. */
export function areEqual(then: Part, now: Part, { path }: Question): boolean {
  const isObjectMissing = then.errors.some((error) => error.path.length < path.length);
  if (!isObjectMissing) return isDeepStrictEqual(then, now);
  const codes = ({ errors }: Part): string[] => errors.map(({ extensions }) => extensions.code);
  return (now.value ?? null) === null && isDeepStrictEqual(codes(then), codes(now));
}

/** null when the list ends there. */
export function nextCursor(data: Untyped, list: ContinuedList, limit: unknown): string | null {
  const page = valueAt(data, list.path);
  if (Array.isArray(page)) return page.length > 0 && page.length === limit ? page.at(-1).cursor : null;
  return page?.nextCursor ?? null;
}

export function valueAt(data: Untyped, path: readonly string[]): Untyped {
  return path.reduce((value, step) => value?.[step], data);
}

export function withoutCursors(value: Untyped): Untyped {
  if (Array.isArray(value)) return value.map(withoutCursors);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      (name === 'cursor' || name === 'nextCursor') && typeof member === 'string'
        ? [name, 'a cursor']
        : [name, withoutCursors(member)],
    ),
  );
}
