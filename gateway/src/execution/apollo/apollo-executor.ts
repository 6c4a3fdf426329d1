import { buildOperationContext, executeQueryPlan, type ServiceMap } from '@apollo/gateway';
import type { GraphQLSchema } from 'graphql';
import { AnswerTooLong, orTooLong } from '#/errors/answer-length.ts';
import type { ExecutionResult } from '#/operation/graph-context.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import type { Planner } from '../planner.ts';
import type { PreparedOperation } from '../prepare-operation.ts';
import type { Runner, ValidRequest } from '../valid-request.ts';
import { requestContextOf } from './apollo-internals.ts';
import { SubgraphSource } from './subgraph-source.ts';

/** Quotes, colon and comma. */
const AROUND_A_VALUE = 4;

/** Replaces our executor alone: everything before and behind it is the same. */
export class ApolloExecutor implements Runner {
  readonly #planner: Planner;
  readonly #supergraph: GraphQLSchema;
  readonly #services: ServiceMap;

  constructor(planner: Planner, readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>) {
    this.#planner = planner;
    this.#supergraph = planner.supergraph.toGraphQLJSSchema();
    this.#services = Object.fromEntries(Array.from(readers, ([name, reader]) => [name, new SubgraphSource(reader)]));
  }

  async run(request: ValidRequest, { plannedByApollo: plan }: PreparedOperation): Promise<ExecutionResult> {
    if (plan === undefined) throw new Error('the plan was not kept as Apollo made it');
    const { document, operationName } = request.operation;
    const asked = {
      schema: this.#planner.apiSchema,
      operationDocument: document,
      ...(operationName && { operationName }),
    };
    const result = await executeQueryPlan(
      plan,
      this.#services,
      requestContextOf(request),
      buildOperationContext(asked),
      this.#supergraph,
      this.#planner.apiTypes,
    );
    return bounded(result as ExecutionResult);
  }
}

/** Apollo measures nothing: too long an answer is dropped before it is written. */
function bounded(result: ExecutionResult): ExecutionResult {
  try {
    lengthen(0, result.data);
    return result;
  } catch (error) {
    if (error instanceof AnswerTooLong) return { errors: [error] };
    throw error;
  }
}

/** @returns the length so far plus about that of the value as JSON; @throws AnswerTooLong */
function lengthen(before: number, value: unknown): number {
  let length = before + AROUND_A_VALUE;
  if (typeof value === 'string') length += value.length;
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      length = lengthen(Array.isArray(value) ? length : length + name.length, member);
    }
  }
  orTooLong(length);
  return length;
}
