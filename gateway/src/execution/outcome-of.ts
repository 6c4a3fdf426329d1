import type { GraphQLFormattedError } from 'graphql';
import { OUR_FAULTS } from '#/errors/error-codes.ts';
import type { Outcome } from '#/operation/graph-context.ts';
import { RenderedData } from './write-data.ts';

interface Answer {
  data?: unknown;
  errors?: readonly GraphQLFormattedError[] | undefined;
}

/**
 * Answered if at least one root field has its value, or is null without an error. An answer without data counts by whose fault that is.
 */
export function outcomeOf({ data, errors = [] }: Answer): Outcome {
  // The node's refusal of a transaction is an answer.
  if (errors.some(({ extensions }) => extensions?.code === 'TRANSACTION_REJECTED')) return 'answered';
  if (data != null && (errors.length === 0 || hasAnsweredField(data, errors))) return 'answered';
  return errors.some(({ extensions }) => OUR_FAULTS.has(extensions?.code)) ? 'failed' : 'rejected';
}

function hasAnsweredField(data: unknown, errors: readonly GraphQLFormattedError[]): boolean {
  const fields = data instanceof RenderedData ? data.tree : data;
  const failed = new Set(errors.map(({ path }) => path?.[0]));
  // An error without a place may belong to any field.
  const isAnyFailed = failed.has(undefined);
  return Object.entries(fields as object).some(
    ([name, value]) => name !== '__typename' && (value != null || !(isAnyFailed || failed.has(name))),
  );
}
