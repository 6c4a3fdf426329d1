import type { GraphQLError } from 'graphql';
import { typeOfMissingField } from '#/apollo/apollo-internals.ts';

/**
 * Of the values that break the schema, those that are somebody's fault. A field that is missing since its owner says that
 * there is no such object (an i-address that nobody registered) is none, where the object as a whole may be null.
 *
 * @param absent types of which an owner has said so in this operation
 */
export function valueFaults(
  found: readonly GraphQLError[],
  data: unknown,
  absent: ReadonlySet<string>,
): readonly GraphQLError[] {
  return found.filter((fault) => {
    const type = typeOfMissingField(fault);
    return type === undefined || !absent.has(type) || !isNullAt(data, (fault.path ?? []).slice(0, -1));
  });
}

/** Whether a null stands exactly there, and not already at something that holds the place. */
function isNullAt(data: unknown, path: readonly (string | number)[]): boolean {
  let value = data;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value === null;
}
