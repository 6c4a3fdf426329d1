import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { PublicCode } from './error-codes.ts';
import { formatError } from './format-error.ts';

/** Errors as they leave, and what they make of the response's head. */
export interface WordedErrors {
  errors: GraphQLFormattedError[];
  /** Undefined where no error asks for a status. */
  status: number | undefined;
  headers: ReadonlyMap<string, string>;
}

/** The part of a response's head that an error asks for, in its extension `http`. Clients do not see the extension. */
export interface ErrorHead {
  status?: number;
  headers?: ReadonlyMap<string, string>;
}

/** Writes errors as clients get them; of several that ask for a status the last one has it. */
export function wordErrors(found: readonly GraphQLError[]): WordedErrors {
  let status: number | undefined;
  const headers = new Map<string, string>();
  const errors = found.map((error) => {
    const {
      http = {},
      code = 'INTERNAL_SERVER_ERROR',
      ...extensions
    } = error.extensions as {
      http?: ErrorHead;
      code?: unknown;
    };
    status = http.status ?? status;
    for (const [name, value] of http.headers ?? []) headers.set(name, value);
    return formatError({ ...error.toJSON(), extensions: { ...extensions, code } }, error);
  });
  return { errors, status, headers };
}

/** The same error, at the same place, under a code of ours. */
export function coded(error: GraphQLError, code: PublicCode): GraphQLError {
  const { message, nodes, source, positions, path, originalError } = error;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions: { code },
  });
}
