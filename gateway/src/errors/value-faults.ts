import type { GraphQLError } from 'graphql';

/**
 * Selects, from the values that break the schema, those that are a fault. A missing field is not a fault if its owner has
 * answered that there is no such object (an i-address that is not registered) and the object as a whole may be null. The
 * object of a root field exists, because the field's own subgraph has returned it: another subgraph that does not know it
 * is at fault.
 * @param absent types of which an owner has answered so in this operation
 */
export function valueFaults(
  found: readonly GraphQLError[],
  data: unknown,
  absent: ReadonlySet<string>,
): readonly GraphQLError[] {
  return found.filter((fault) => {
    const type = typeOfMissingField(fault);
    const place = (fault.path ?? []).slice(0, -1);
    return type === undefined || !absent.has(type) || place.length < 2 || !isNullAt(data, place);
  });
}

/** True if a null stands exactly there, and not already at a parent. */
function isNullAt(data: unknown, path: readonly (string | number)[]): boolean {
  let value = data;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value === null;
}

const MISSING_FIELD = /^Cannot return null for non-nullable field (\w+)\./;

/** The type whose field is null and may not be: our executor names the place only in the message. Undefined for other faults. */
export function typeOfMissingField({ message }: GraphQLError): string | undefined {
  return MISSING_FIELD.exec(message)?.[1];
}
