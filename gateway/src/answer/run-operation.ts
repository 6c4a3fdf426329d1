import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import type { Logger } from 'pino';
import type { Admission } from '#/admission/admission.ts';
import { Refused } from '#/admission/refused.ts';
import type { KnownOperation } from '#/execution/known-operation.ts';
import { renderResult } from '#/execution/write-data.ts';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import { type GraphContext, startRead } from '#/operation/graph-context.ts';
import type { SendRates } from '#/sending/send-rates.ts';
import { type CallContext, type CallRequest, callOf, keyOf } from './call-context.ts';
import type { PersistedQueries } from './persisted-queries.ts';
import type { AskedParts } from './read-request.ts';
import type { Answered } from './respond.ts';

export interface RunOperationOptions {
  graphs: CurrentGraph;
  admission: Admission;
  persisted: PersistedQueries;
  sends: Pick<SendRates, 'take'>;
  operationTimeoutMs: number;
  logger: Logger;
}

const BLOCK_LOST = new Refused(409, 'CHAIN_REORGANIZED', 'The block that is to be read at is not on the main chain.');

/** Stages "operation", "plan" and "subgraphs". The graph that is current when the call comes here answers all of it. */
export function runOperation(
  request: CallRequest,
  context: CallContext,
  parts: AskedParts,
  options: RunOperationOptions,
): Promise<Omit<Answered, 'contentType'> | Refused> {
  const { graphs, admission, persisted } = options;
  return graphs.run(async (graph) => {
    const { operationName, variables } = parts;
    const text = persisted.find(parts);
    if (text instanceof Refused) return text;
    const asked = { query: text.query, operationName, variables, isReadOnly: request.method === 'GET' };
    const known = graph.queries.find(asked) ?? (await graph.queries.beingPrepared(asked));
    const call = callOf(context);
    // Also for a hash alone: a text is kept for longer than its plan.
    const refused =
      known === undefined
        ? admission.passNovelty(call, asked, graph)
        : asksAgain(known, variables) && admission.passNewWork(call, asked);
    if (refused) return refused;
    const graphContext = createGraphContext(request, context, options);
    const { http, result } = await graph.queries.answer(asked, graphContext, {
      known,
      onAdmitted: () => persisted.keep(text),
    });
    // The executor has read at the latest block because a pin was lost: that answers another question.
    if (context.leave !== undefined && context.leave.pins.size > 0 && graphContext.read.pins !== context.pins)
      return BLOCK_LOST;
    return { status: http.status, headers: Object.fromEntries(http.headers), text: renderResult(result) };
  });
}

function asksAgain(known: KnownOperation, variables: Record<string, unknown> = {}): boolean {
  const { introspect } = known.prepared;
  return introspect !== undefined && known.takesVariables(variables) && !introspect.isKnown(variables);
}

function createGraphContext(
  { id, onClosed }: CallRequest,
  context: CallContext,
  { admission, logger, operationTimeoutMs, sends }: RunOperationOptions,
): GraphContext {
  const key = keyOf(context);
  const call = callOf(context);
  const { inFlight, pins, leave } = context;
  const deadline = new Deadline(operationTimeoutMs);
  const planning = admission.accountOf(call);
  // The connection closes after a good response too: the deadline has nothing left to do then.
  onClosed(() => deadline.end());
  let own: Logger | undefined;
  return {
    requestId: id,
    environment: key.environment,
    key,
    deadline,
    get logger() {
      own ??= logger.child({ requestId: id, keyId: key.id });
      return own;
    },
    read: startRead(pins),
    onAnswered: onClosed,
    noteOutcome: (outcome) => call.note(outcome),
    takeSends: (count) => {
      const refused = sends.take(key, count);
      if (refused !== undefined) call.settle(CallStatus.RATE_LIMITED);
      return refused;
    },
    ...(planning !== undefined && { planning }),
    ...(inFlight !== null && { inFlight }),
    ...(leave?.pageMax !== undefined && { pageMax: leave.pageMax }),
  };
}
