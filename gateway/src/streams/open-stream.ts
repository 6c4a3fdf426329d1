import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import { describeUnknownChain } from '@ledgergraph/graph-kit/unknown-chain';
import { GraphQLError } from 'graphql';
import type { StreamPass } from '#/admission/admission.ts';
import type { EventField } from '#/events/event-fields.ts';
import type { AskedSubscription, OpenedSubscription } from '#/events/event-graph.ts';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import type { Tip } from '#/pin/tip.ts';
import { BlockWalk } from './block-walk.ts';
import { type Depth, lastDeepEnough } from './chain-walk.ts';
import { EventStream, type StreamDeps, type StreamRequest } from './event-stream.ts';
import { openPool } from './open-pool.ts';
import type { PoolFeeds } from './pool-feeds.ts';
import { type Position, PositionCodec } from './position.ts';
import { readResuming } from './resuming.ts';
import { StreamEnd } from './stream-end.ts';

export const IDS_MAX = 1_000;
const DEPTH_MAX = 1_000;
const ADDRESS = /^[Rbi][1-9A-HJ-NP-Za-km-z]{33}$/;

export interface OpenStreamDeps extends StreamDeps {
  graphs: Pick<CurrentGraph, 'run'>;
  pools: PoolFeeds;
  /** Signs cursors: the same at all gateways. One or several secrets; the first signs, each opens. */
  secret: string;
}

/** A stream to be opened. */
export interface StreamOrder {
  asked: AskedSubscription;
  /** Its caller was let through. The caller of `openStream` gives the room back where the stream is not opened. */
  pass: StreamPass;
  /** Member `extensions` of the request, as the client sent it; `after` in it counts more than the argument. */
  extensions?: unknown;
  /** Cursor to go on from; it counts more than both. */
  lastEventId?: string | undefined;
  /** Begin with the events of this height, where there is no cursor. */
  fromHeight?: number | undefined;
  /** Tell only events that can no longer be reorganised, whatever `minConfirmations` says. */
  isFinalOnly?: boolean | undefined;
}

/**
 * Checks a subscription and finds where it begins.
 * @throws AggregateError of GraphQLErrors; StreamEnd; EventsUnavailable and PinsLost while the graph cannot be read
 */
export async function openStream(deps: OpenStreamDeps, order: StreamOrder): Promise<EventStream> {
  const { asked, pass } = order;
  const { environment } = pass.key;
  const resuming = readResuming(order.extensions);
  const lastEventId = order.lastEventId ?? resuming?.after;
  const pins = deps.tips.pins(environment);
  const context = deps.reader.context(pins, environment);
  const opened = await deps.graphs.run(async ({ events }) => events.open(asked, context));
  const pin = pinOf(deps, environment, pins, opened.args.chainId);
  const { walk, start } = await openWalk(deps, pins, pin, opened, { ...order, lastEventId });
  const results = deps.results.of(asked, opened.resultKey, environment);
  const isResumed = resuming !== undefined;
  return new EventStream(deps, { results, walk, chainId: pin.chainId, start, pass, isResumed });
}

/** A kind of stream with its place to begin at, whatever such a place is. */
type OpenedWalk = Pick<StreamRequest<unknown>, 'walk' | 'start'>;

async function openWalk(
  deps: OpenStreamDeps,
  pins: readonly Tip[],
  pin: Tip,
  opened: OpenedSubscription,
  { pass, lastEventId, fromHeight, isFinalOnly = false }: StreamOrder,
): Promise<OpenedWalk> {
  const { field, args } = opened;
  const ids = idsOf(opened);
  if (field.source.kind === 'pool') {
    if (fromHeight !== undefined || isFinalOnly) {
      throw refused('VALIDATION_ERROR', 'Pending transactions have no height: they begin with what is pending now.');
    }
    return openPool(deps.pools.of(pin), pin, { field, ids }, deps.secret, lastEventId);
  }
  const confirmations = readDepth(args.minConfirmations);
  const depth: Depth = isFinalOnly ? 'final' : confirmations;
  const { codec, walks } = sharedOf(deps, field, pass.key.environment, pin.chainId);
  const after = lastEventId ?? args.after;
  const start =
    typeof after === 'string'
      ? codec.read(after)
      : await startAt(deps, pins, pin, fromHeight === undefined ? lastDeepEnough(pin, depth) : fromHeight - 1);
  const walk = (ids === null && walks.get(depth)) || new BlockWalk(deps.reader, { field, ids }, depth, codec);
  if (ids === null) walks.set(depth, walk);
  return { walk, start };
}

/** All that streams of a kind on a chain share. */
interface SharedWalks {
  codec: PositionCodec;
  /** The walks of streams that are told everything. */
  walks: Map<Depth, BlockWalk>;
}

const shared = new WeakMap<OpenStreamDeps, Map<string, SharedWalks>>();

function sharedOf(deps: OpenStreamDeps, field: EventField, environment: EnvironmentName, chainId: string): SharedWalks {
  const known = shared.get(deps) ?? new Map<string, SharedWalks>();
  shared.set(deps, known);
  const name = `${field.key} ${chainId}`;
  const found = known.get(name) ?? {
    codec: new PositionCodec(deps.secret, field.name, environment, chainId),
    walks: new Map<Depth, BlockWalk>(),
  };
  known.set(name, found);
  return found;
}

function pinOf({ tips }: StreamDeps, environment: EnvironmentName, pins: readonly Tip[], chainId: unknown): Tip {
  const pin = typeof chainId === 'string' ? pins.find((one) => one.chainId === chainId) : pins[0];
  if (pin !== undefined) return pin;
  const networks = [...tips.pins('MAINNET'), ...tips.pins('TESTNET')].map((one) => ({ ...one, name: one.chainId }));
  throw refused('NOT_FOUND', describeUnknownChain(String(chainId), environment, networks));
}

async function startAt({ reader }: StreamDeps, pins: readonly Tip[], pin: Tip, height: number): Promise<Position> {
  if (height < 0) return { block: { height: -1, hash: '' }, place: null };
  if (height === pin.height) return behind(pin);
  const block = height > pin.height ? null : await reader.blockAt(pins, pin, height);
  if (block === null) throw new StreamEnd('VALIDATION_ERROR', `There is no block ${height} yet.`);
  return { block, place: null };
}

/** Streams that begin at the same pin share their place, and so look together for what follows. */
const beginnings = new WeakMap<Tip, Position>();

function behind(pin: Tip): Position {
  const known = beginnings.get(pin) ?? { block: { height: pin.height, hash: pin.hash }, place: null };
  beginnings.set(pin, known);
  return known;
}

function readDepth(minConfirmations: unknown): number {
  if (minConfirmations == null) return 1;
  const depth = minConfirmations as number;
  if (depth >= 1 && depth <= DEPTH_MAX) return depth;
  throw refused('VALIDATION_ERROR', `minConfirmations must be from 1 to ${DEPTH_MAX}`, 'minConfirmations');
}

function idsOf({ field, args }: OpenedSubscription): ReadonlySet<string> | null {
  const name = field.ids;
  const ids = name === undefined ? null : (args[name] as readonly string[] | null | undefined);
  if (name === undefined || ids == null) return null;
  if (ids.length === 0 || ids.length > IDS_MAX) {
    throw refused('VALIDATION_ERROR', `${name} takes 1 to ${IDS_MAX} addresses`, name);
  }
  const malformed = ids.find((id) => !ADDRESS.test(id));
  if (malformed !== undefined) {
    throw refused('VALIDATION_ERROR', `${malformed.slice(0, 60)} is not an address: R…, b… or i…`, name);
  }
  return new Set(ids);
}

function refused(code: string, message: string, argument?: string): AggregateError {
  const extensions = { code, ...(argument !== undefined && { argument }) };
  return new AggregateError([new GraphQLError(message, { extensions })]);
}
