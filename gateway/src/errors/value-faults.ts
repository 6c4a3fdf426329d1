import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { FAILURE_MESSAGES } from './error-codes.ts';

const LOGGED_MAX = 5;

/** Each value that breaks the schema has an error at its path, without the schema's inner names. One log line has the faults of all. */
export function withVisibleFaults(
  results: readonly ExecutionResult[],
  { logger, read: { absent } }: { logger: Logger; read: { absent: ReadonlySet<string> } },
): ExecutionResult[] {
  const logged: GraphQLError[] = [];
  const visible = results.map((result) => {
    const { extensions, ...rest } = result;
    if (extensions === undefined) return result;
    const faults = valueFaults(extensions.valueCompletion as GraphQLError[], rest.data, absent);
    logged.push(...faults.slice(0, LOGGED_MAX - logged.length));
    return faults.length === 0 ? rest : { ...rest, errors: [...(rest.errors ?? []), ...faults.map(visibleFault)] };
  });
  if (logged.length > 0) logger.error({ faults: logged }, 'a subgraph answered with values that break the schema');
  return visible;
}

function visibleFault({ path }: GraphQLError): GraphQLError {
  const code = 'INTERNAL_SERVER_ERROR';
  return new GraphQLError(FAILURE_MESSAGES[code], { path: path ?? null, extensions: { code } });
}

/**
 * Selects the faults among the values that break the schema. A missing field is no fault if its owner has answered that the object does
 * not exist (an unregistered i-address) and the object may be null. The object of a root field exists, because the field's own subgraph
 * returned it: then the other subgraph is at fault.
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

function isNullAt(data: unknown, path: readonly (string | number)[]): boolean {
  let value = data;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value === null;
}

const MISSING_FIELD = /^Cannot return null for non-nullable field (\w+)\./;

/** Our executor names the place only in the message. Undefined for other faults. */
export function typeOfMissingField({ message }: GraphQLError): string | undefined {
  return MISSING_FIELD.exec(message)?.[1];
}
