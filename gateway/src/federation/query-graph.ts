import { GraphQLError, type GraphQLFormattedError, getOperationAST } from 'graphql';
import { coded, formatErrors } from '#/errors/format-error.ts';
import type { Executor } from '#/execution/executor.ts';
import type { KnownOperation, ValidOperation } from '#/execution/known-operation.ts';
import type { PreparedOperations } from '#/execution/prepared-operations.ts';
import type { ValidRequest } from '#/execution/valid-request.ts';
import type { WorkUnderWay } from '#/limits/work-under-way.ts';
import type { ExecutionResult, GraphContext } from '#/operation/graph-context.ts';
import type { OperationHook, OperationListener, Response } from '#/operation/operation-hooks.ts';
import { timed } from '#/operation/planning-account.ts';
import { readDocument } from '#/operation/read-document.ts';

export interface AskedOperation {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown> | undefined;
  /** It came by GET and must change nothing. */
  isReadOnly?: boolean;
}

type AskedText = Pick<AskedOperation, 'query' | 'operationName'>;

export interface QueryGraphOptions {
  operations: PreparedOperations;
  executor: Executor;
  hooks: readonly OperationHook[];
  /** Absent: unbounded. */
  work?: Pick<WorkUnderWay, 'enter'> | undefined;
}

export interface AnswerOptions {
  known?: KnownOperation | undefined;
  onAdmitted?: () => void;
}

const NONE = {};
/** The limit of a team's work under way, for pages that are larger than a client's. */
const LARGE_PAGE_PART = 1 / 2;

/** There is one way to an answer: the operation is looked up or read, judged by the hooks, and executed. */
export class QueryGraph {
  readonly #options: QueryGraphOptions;

  constructor(options: QueryGraphOptions) {
    this.#options = options;
  }

  find({ query, operationName }: AskedText): KnownOperation | undefined {
    return this.#options.operations.find({ source: query, operationName });
  }

  /** Undefined: none is being prepared, or it comes to nothing. */
  beingPrepared({ query, operationName }: AskedText): Promise<KnownOperation | undefined> {
    return this.#options.operations.beingPrepared({ source: query, operationName });
  }

  /** Whatever is wrong becomes errors of the answer. */
  async answer(
    asked: AskedOperation,
    context: GraphContext,
    { known, onAdmitted }: AnswerOptions = {},
  ): Promise<Response> {
    const listeners = this.#options.hooks.map((hook) => hook());
    const headers = new Map<string, string>();
    const response: Response = { http: { status: 200, headers }, result: {} };
    let answer: ExecutionResult;
    try {
      const found = known ?? this.find(asked);
      // Reading a text is work too, whatever the outcome.
      const account = found === undefined ? context.planning : undefined;
      const request = timed(account, () => this.#admit(asked, found, context, listeners));
      onAdmitted?.();
      answer = await this.#run(request);
      // An error that no subgraph has caused is a fault of ours, and fails the whole operation.
      for (const error of answer.errors ?? []) if (!(error instanceof GraphQLError)) throw error;
    } catch (error) {
      answer = { errors: errorsIn(error) };
    }
    const { data, errors } = answer;
    if (data !== undefined) response.result.data = data;
    if (errors !== undefined) {
      for (const listener of listeners) listener.didEncounterErrors?.({ errors, contextValue: context });
      const formatted = formatErrors(errors);
      for (const [name, value] of formatted.headers) headers.set(name, value);
      response.http.status = formatted.status ?? (data === undefined ? 400 : 200);
      response.result.errors = formatted.errors;
    }
    const answered = { request: asked, source: asked.query, contextValue: context, response };
    for (const listener of listeners) listener.willSendResponse?.(answered);
    return response;
  }

  /** Waits until the team has room for the cost. */
  async #run(request: ValidRequest): Promise<ExecutionResult> {
    const { key, cost = 0, deadline, pageMax } = request.context;
    // The gateway's own questions belong to no team.
    const leave =
      key === null
        ? undefined
        : this.#options.work?.enter(key, cost, deadline, pageMax === undefined ? 1 : LARGE_PAGE_PART);
    const done = leave instanceof Promise ? await leave : leave;
    try {
      return await this.#options.executor.execute(request);
    } finally {
      done?.();
    }
  }

  /** For the gateway itself: the values as a client would get them. */
  async ask(query: string, variables: Record<string, unknown>, context: GraphContext): Promise<AnsweredValues> {
    const { result } = await this.answer({ query, operationName: undefined, variables }, context);
    const { data = null, errors = [] } = JSON.parse(JSON.stringify(result));
    return { data, errors };
  }

  /** Takes a known operation or reads a new one, and lets the hooks judge it. @throws GraphQLError, AggregateError of them */
  #admit(
    asked: AskedOperation,
    known: KnownOperation | undefined,
    contextValue: GraphContext,
    listeners: readonly OperationListener[],
  ): ValidRequest {
    const { schema } = this.#options.operations;
    const { query, operationName, variables = NONE, isReadOnly = false } = asked;
    const document = known?.document ?? readDocument(query, schema);
    const operation = known?.operation ?? getOperationAST(document, operationName) ?? undefined;
    if (isReadOnly && operation !== undefined && operation.operation !== 'query') throw notByGet(operation.operation);
    for (const listener of listeners) {
      listener.didResolveOperation?.({ schema, document, operation, request: asked, contextValue });
    }
    if (operation === undefined) throw unresolved();
    const valid: ValidOperation = known ?? { source: query, document, operation, operationName };
    return { operation: valid, known, variables, context: contextValue };
  }
}

export interface AnsweredValues {
  data: Record<string, unknown> | null;
  errors: GraphQLFormattedError[];
}

function errorsIn(thrown: unknown): readonly GraphQLError[] {
  if (thrown instanceof AggregateError) return thrown.errors;
  if (thrown instanceof GraphQLError) return [thrown];
  const originalError = thrown instanceof Error ? thrown : new Error(String(thrown));
  return [new GraphQLError(originalError.message, { originalError })];
}

function unresolved(): GraphQLError {
  const message = 'operationName must name one of the operations in the query.';
  return coded(new GraphQLError(message), 'OPERATION_RESOLUTION_FAILURE');
}

function notByGet(kind: string): GraphQLError {
  const http = { status: 405, headers: new Map([['allow', 'POST']]) };
  return new GraphQLError(`GET takes queries only, and no ${kind}. Please send it by POST.`, {
    extensions: { code: 'BAD_REQUEST', http },
  });
}
