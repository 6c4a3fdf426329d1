import { hash } from 'node:crypto';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { FAILURE_MESSAGES, type PublicCode } from '#/errors/error-codes.ts';
import { formatErrors } from '#/errors/format-error.ts';
import { namesIn, pathWithin } from '#/errors/path-within.ts';
import { withVisibleFaults } from '#/errors/value-faults.ts';
import { type ExecutionResult, endRead, type GraphContext, startRead } from '#/operation/graph-context.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { ExecutionCounts } from '../execution-counts.ts';
import type { PreparedOperation } from '../prepare-operation.ts';
import type { Runner, Shadow, ValidRequest } from '../valid-request.ts';
import { renderResult } from '../write-data.ts';
import { differenceOf } from './known-difference.ts';

/** Others that are drawn meanwhile are dropped. */
const AT_ONCE_MAX = 2;
/** For an answer and for its request: a longer one would hold up others while it is compared. */
const LENGTH_MAX = 256 * 1024;
const FAULT = renderResult({ errors: [{ message: FAILURE_MESSAGES.INTERNAL_SERVER_ERROR }] });
/** Errors of the moment: executors that differ by one of these met different moments. */
const PASSING: ReadonlySet<unknown> = new Set<PublicCode>([
  'SUBGRAPH_UNAVAILABLE',
  'SUBGRAPH_TIMEOUT',
  'NODE_UNAVAILABLE',
]);

export interface ShadowOptions {
  /** From 0 to 1. */
  share: number;
  timeoutMs: number;
  tips: Pick<TipFollower, 'pins'>;
  logger: Logger;
  counts: Pick<ExecutionCounts, 'shadow'>;
}

interface Drawn {
  request: ValidRequest;
  prepared: PreparedOperation;
  body: string;
  apollo: Runner;
}

/** Runs a share of the queries by Apollo's executor too, after their answers have left, and counts differences. */
export class ShadowRoom {
  readonly #options: ShadowOptions;
  #running = 0;

  constructor(options: ShadowOptions) {
    this.#options = options;
  }

  of(apollo: Runner): Shadow {
    return { offer: (request, prepared, answer) => this.#offer(request, prepared, answer, apollo) };
  }

  /** An answer that does not follow from the pins alone cannot be compared. */
  #offer(request: ValidRequest, prepared: PreparedOperation, answer: ExecutionResult, apollo: Runner): void {
    const { operation, variables, context } = request;
    const { onAnswered, isAlone, read } = context;
    if (onAnswered === undefined || Math.random() >= this.#options.share) return;
    const isComparable = operation.operation.operation === 'query' && prepared.introspect === undefined;
    if (!isComparable || isAlone === true || read.poolMarks.size > 0) return;
    const body = this.#running < AT_ONCE_MAX ? bodyOf(answer) : undefined;
    const asked = operation.source.length + JSON.stringify(variables).length;
    if (body === undefined || body.length + asked > LENGTH_MAX) this.#count('dropped');
    else onAnswered(() => void this.#take({ request, prepared, body, apollo }));
  }

  async #take(drawn: Drawn): Promise<void> {
    const { environment, read } = drawn.request.context;
    const isCurrent = this.#options.tips.pins(environment) === read.pins;
    if (this.#running >= AT_ONCE_MAX || !isCurrent) return this.#count('dropped');
    this.#running += 1;
    try {
      this.#count(await this.#compare(drawn));
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'an operation could not be compared with Apollo’s executor');
      this.#count('failed');
    } finally {
      this.#running -= 1;
    }
  }

  async #compare({ request, prepared, body, apollo }: Drawn): Promise<keyof ExecutionCounts['shadow']> {
    const deadline = new Deadline(this.#options.timeoutMs);
    const context = this.#contextOf(request.context, deadline);
    const { read } = context;
    const late = new Promise<undefined>((resolve) => {
      deadline.onOver(() => resolve(undefined));
    });
    const running = apollo.run({ ...request, context }, prepared).finally(() => endRead(read));
    const result = await Promise.race([running, late]).finally(() => deadline.end());
    if (result === undefined) return 'failed';
    if (read.lost.size > 0 || read.poolMarks.size > 0) return 'dropped';
    const [visible = result] = withVisibleFaults([result], context);
    const other = bodyOf(visible);
    const path = other.length > LENGTH_MAX ? [] : differenceOf(other, body);
    if (path === undefined) return 'equal';
    if (hasPassingError(visible) || hasPassingError(JSON.parse(body))) return 'failed';
    const { source } = request.operation;
    const [part, ...rest] = path;
    const place = part === 'data' ? [part, ...pathWithin(namesIn(source), rest)] : path;
    this.#options.logger.error(
      { operation: hash('sha256', source), path: place },
      'Apollo’s executor answers an operation otherwise than ours',
    );
    return 'different';
  }

  /** No caller pays or waits, and no fetch is shared. */
  #contextOf({ requestId, environment, read }: GraphContext, deadline: Deadline): GraphContext {
    const { logger } = this.#options;
    return { requestId, environment, key: null, logger, deadline, read: startRead(read.pins), isAlone: true };
  }

  #count(result: keyof ExecutionCounts['shadow']): void {
    this.#options.counts.shadow[result] += 1;
  }
}

function bodyOf({ data, errors }: ExecutionResult): string {
  if (errors === undefined) return renderResult({ data });
  // A fault that no subgraph has caused fails the whole operation.
  if (!errors.every((error) => error instanceof GraphQLError)) return FAULT;
  return renderResult({ errors: formatErrors(errors).errors, data });
}

function hasPassingError({ errors = [] }: { errors?: ExecutionResult['errors'] | undefined }): boolean {
  return errors.some(({ extensions }) => PASSING.has(extensions?.code));
}
