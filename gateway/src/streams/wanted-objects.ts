import { readEventId } from '@ledgergraph/graph-kit/event-ids';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import { GraphQLError } from 'graphql';
import type { StreamPass } from '#/admission/admission.ts';
import { refusedMonth } from '#/admission/refused.ts';
import type { Call, CallTracker } from '#/calls/call-tracker.ts';
import { OUR_FAULTS } from '#/errors/error-codes.ts';
import type { OpenedSubscription } from '#/events/event-graph.ts';
import { EventsUnavailable } from '#/events/event-sources.ts';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import type { Tip } from '#/pin/tip.ts';
import type { ChainReader } from './chain-reader.ts';
import { StreamEnd } from './stream-end.ts';

const IDS_MAX = 1_000;
/** Each takes some hashes for each of its labels, before anything is paid. */
const NAMES_MAX = 100;
const LOOK_UP_MS = 15_000;

/** A stream has the events of these objects alone. */
export interface WantedObjects {
  /** Null: all. */
  ids: ReadonlySet<string> | null;
  /** They have to be known where the stream does not go on from a cursor. */
  names: readonly string[];
}

export interface NameDeps {
  graphs: Pick<CurrentGraph, 'run'>;
  reader: Pick<ChainReader, 'context'>;
  calls: Pick<CallTracker, 'open'>;
}

/** @throws AggregateError of GraphQLErrors */
export function readWanted({ field, args }: OpenedSubscription, chain: Pick<Tip, 'name' | 'rootName'>): WantedObjects {
  const argument = field.ids ?? '';
  const texts = args[argument] as readonly string[] | null | undefined;
  if (texts == null) return { ids: null, names: [] };
  if (texts.length === 0 || texts.length > IDS_MAX) {
    throw refused('VALIDATION_ERROR', `${argument} takes 1 to ${IDS_MAX} values`, argument);
  }
  const ids = new Set<string>();
  const names = new Set<string>();
  try {
    for (const [index, text] of texts.entries()) {
      const { id, isName } = readEventId({ argument, text, place: `${argument}[${index}]` }, field.objects, chain);
      ids.add(id);
      if (isName) names.add(text);
      if (names.size > NAMES_MAX) throw refused('VALIDATION_ERROR', `${argument} takes ${NAMES_MAX} names`, argument);
    }
  } catch (error) {
    throw error instanceof GraphQLError ? new AggregateError([error]) : error;
  }
  return { ids, names: [...names] };
}

/**
 * Fails as a query of an unknown name does, since a mistyped name would be followed in silence. It is one operation of the key, and costs
 * what it costs a client.
 * @throws AggregateError of GraphQLErrors; StreamEnd QUOTA_EXCEEDED; EventsUnavailable
 */
export async function lookUpNames(
  deps: NameDeps,
  { field }: OpenedSubscription,
  { names }: WantedObjects,
  { pins, pin, pass }: { pins: readonly Tip[]; pin: Tip; pass: StreamPass },
): Promise<void> {
  const { named } = field.objects;
  if (names.length === 0 || named === undefined) return;
  const call = deps.calls.open(pass.key, 'pay');
  const deadline = new Deadline(LOOK_UP_MS);
  try {
    await pay(call);
    const context = {
      ...deps.reader.context(pins, pass.key.environment),
      key: pass.key,
      deadline,
      noteOutcome: call.note.bind(call),
    };
    const variables = { chainId: pin.chainId, names };
    const { errors } = await deps.graphs.run(({ queries }) => queries.ask(named, variables, context));
    call.settleAnswer(200);
    const fault = errors.find(({ extensions }) => OUR_FAULTS.has(extensions?.code));
    if (fault !== undefined) throw new EventsUnavailable(fault.message);
    if (errors.length > 0) throw new AggregateError(errors.map((error) => withArgument(error, field.ids)));
  } finally {
    deadline.end();
    call.settle(CallStatus.FAILED);
  }
}

async function pay(call: Call): Promise<void> {
  const refusal = await call.passMonth();
  if (refusal?.status === 'unavailable') throw new EventsUnavailable('calls cannot be counted');
  if (refusal !== undefined) {
    call.settle(CallStatus.QUOTA_EXCEEDED);
    throw new StreamEnd('QUOTA_EXCEEDED', refusedMonth(refusal).message);
  }
  call.run();
}

/** The query of names has an argument of its own. */
function withArgument(
  { message, extensions }: { message: string; extensions?: Record<string, unknown> },
  argument: string | undefined,
): GraphQLError {
  return new GraphQLError(message, {
    extensions: extensions?.argument === undefined ? { ...extensions } : { ...extensions, argument },
  });
}

export function refused(code: string, message: string, argument?: string): AggregateError {
  const extensions = { code, ...(argument !== undefined && { argument }) };
  return new AggregateError([new GraphQLError(message, { extensions })]);
}
