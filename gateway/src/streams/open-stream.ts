import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import { describeUnknownChain, findChain } from '@ledgergraph/graph-kit/unknown-chain';
import type { StreamPass } from '#/admission/admission.ts';
import type { AskedSubscription } from '#/events/event-graph.ts';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import type { Tip } from '#/pin/tip.ts';
import { EventStream, type StreamDeps } from './event-stream.ts';
import { StreamEnd } from './stream-end.ts';
import type { StreamSources } from './stream-sources.ts';
import { lookUpNames, readWanted, refused } from './wanted-objects.ts';

const DEPTH_MAX = 1_000;

export interface OpenStreamDeps extends StreamDeps {
  graphs: Pick<CurrentGraph, 'run'>;
  sources: StreamSources;
}

export interface StreamOrder {
  asked: AskedSubscription;
  /** The caller of `openStream` gives the room back where no stream is opened. */
  pass: StreamPass;
  /** As the client sent it; its member `after` overrides the argument. */
  extensions?: unknown;
  /** Overrides both. */
  lastEventId?: string | undefined;
  /** Where there is no cursor. */
  fromHeight?: number | undefined;
  /** Whatever `minConfirmations` is. */
  isFinalOnly?: boolean | undefined;
}

/** @throws AggregateError of GraphQLErrors; StreamEnd; EventsUnavailable and PinsLost while the graph cannot be read */
export async function openStream(deps: OpenStreamDeps, order: StreamOrder): Promise<EventStream> {
  const { asked, pass, fromHeight, isFinalOnly = false } = order;
  const { environment } = pass.key;
  const resumed = readResumed(order.extensions);
  const pins = deps.tips.pins(environment);
  const context = deps.reader.context(pins, environment);
  if (pass.planning !== undefined) context.planning = pass.planning;
  const opened = await deps.graphs.run(({ events }) => events.open(asked, context));
  const { field, args } = opened;
  const pin = pinOf(deps, environment, pins, args.chainId);
  const wanted = readWanted(opened, pin);
  if (field.source.kind === 'pool' && (fromHeight !== undefined || isFinalOnly)) {
    throw refused('VALIDATION_ERROR', 'Pending transactions have no height: they begin with what is pending now.');
  }
  const confirmations = readDepth(args.minConfirmations);
  const walk = deps.sources.walk(field, pin, { ids: wanted.ids, depth: isFinalOnly ? 'final' : confirmations });
  const after = order.lastEventId ?? resumed ?? (args.after as string | null | undefined) ?? undefined;
  // Names keep their ids, so a stream that goes on needs no look-up, and no later registration can stop it.
  if (after === undefined) await lookUpNames(deps, opened, wanted, { pins, pin, pass });
  const start = await walk.start(pins, pin, after, fromHeight);
  const results = deps.results.of(asked, opened, environment);
  return new EventStream(deps, { results, walk, chainId: pin.chainId, start, pass, isResumed: resumed !== undefined });
}

/**
 * A client that resumes by itself sends the extension `after`, and gets the first position at once and cursors in `extensions.cursor`.
 * @returns cursor to go on from; null: begin as the subscription asks; undefined: the client does not resume
 * @throws StreamEnd VALIDATION_ERROR where `after` is neither a cursor nor null
 */
function readResumed(extensions: unknown): string | null | undefined {
  if (typeof extensions !== 'object' || extensions === null || !Object.hasOwn(extensions, 'after')) return undefined;
  const { after } = extensions as { after: unknown };
  if (after === null || typeof after === 'string') return after;
  throw new StreamEnd('VALIDATION_ERROR', 'extensions.after must be a cursor or null.');
}

function pinOf({ tips }: StreamDeps, environment: EnvironmentName, pins: readonly Tip[], chainId: unknown): Tip {
  const pin = typeof chainId === 'string' ? findChain(chainId, pins) : pins[0];
  if (pin !== undefined) return pin;
  const networks = [...tips.pins('MAINNET'), ...tips.pins('TESTNET')];
  throw refused('NOT_FOUND', describeUnknownChain(String(chainId), environment, networks));
}

function readDepth(minConfirmations: unknown): number {
  if (minConfirmations == null) return 1;
  const depth = minConfirmations as number;
  if (depth >= 1 && depth <= DEPTH_MAX) return depth;
  throw refused('VALIDATION_ERROR', `minConfirmations must be from 1 to ${DEPTH_MAX}`, 'minConfirmations');
}
