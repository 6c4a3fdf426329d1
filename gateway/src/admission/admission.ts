import type { CallTerms } from '@ledgergraph/graph-kit/request-headers';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { Rooms, takeBoth } from '@ledgergraph/service-kit/limits/rooms';
import { isAddressAllowed } from '#/auth/allowed-networks.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { ParsedKey } from '#/auth/parsed-keys.ts';
import type { Call, CallTracker, Refusal } from '#/calls/call-tracker.ts';
import { holdersOf } from '#/limits/holders.ts';
import type { PlanningTime } from '#/limits/planning-time.ts';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';
import type { PlanningAccount } from '#/operation/planning-account.ts';
import { isOriginOfKey } from '#/origins/allowed-origins.ts';
import { type Authenticator, type Caller, Callers, refusedPlace } from './callers.ts';
import { REFUSED_ROOM, REFUSED_STREAM_BYTES, Refused, refusedMonth, refusedNovelty, refusedRate } from './refused.ts';

/** Streams of all keys at one gateway. */
const STREAMS_MAX = 100_000;
/** Bytes of an open stream, and of each character that it was asked for with: its text, and sets of the addresses that it names. */
const STREAM_BYTES = 16 * 1024;
const BYTES_PER_ASKED_CHARACTER = 10;
/** Part of the memory for streams that one team takes at most. */
const PART_OF_TEAM = 1 / 2;

/** Estimated bytes of an open stream. */
export function bytesOfStream({ query, variables = {} }: AskedText): number {
  return STREAM_BYTES + BYTES_PER_ASKED_CHARACTER * (query.length + JSON.stringify(variables).length);
}

/** An operation as far as its plan depends on it. */
export interface AskedText {
  query: string;
  variables?: Record<string, unknown> | undefined;
  operationName?: string | undefined;
}

/** Knows which operations and subscriptions have a plan. */
export interface PlannedOperations {
  operations: { knows(query: string, operationName: string): boolean };
  events: { knows(asked: AskedText): boolean };
}

export interface AdmissionOptions {
  authenticator: Authenticator;
  calls: Pick<CallTracker, 'open' | 'openAtOnce'>;
  /** Limits the work for new operations. */
  planning: Pick<PlanningTime, 'take'>;
  /** Streams of a key whose plan does not limit them. */
  streamsPerKeyMax: number;
  /** The graph of this moment. */
  graph: () => PlannedOperations;
}

/** How far a caller came without waiting. */
export interface EnteredAtOnce {
  parsed: ParsedKey | undefined;
  key?: KnownKey;
  call?: Call | undefined;
}

/**
 * The one way in: all work of the gateway passes these limits, in this order: key (and its address), calls per second, new
 * operations, room for a stream, cost, month. Each is taken before the first wait, and given back where a later one
 * refuses. A transport of calls passes them one by one as it comes to know the operation; a transport of messages calls
 * `admit`. The hooks of the graph (`federation/create-hooks.ts`), which every operation passes, judge the cost; each
 * event of a stream pays for itself.
 */
export class Admission {
  /** Stage "key". */
  readonly callers: Callers;
  readonly #options: AdmissionOptions;
  /** Streams of keys, their teams and persons, from the moment at which one is asked for: many may be on their way at once. */
  readonly #rooms = new Rooms(STREAMS_MAX);
  /** Bytes of what these hold for as long as they are open. */
  readonly #bytes = new Rooms(MEMORY_BOUNDS.openStreams);
  /** Calls that have passed the limit of new operations, and who pays for the work of each. */
  readonly #accounts = new WeakMap<Call, PlanningAccount>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.callers = new Callers(options.authenticator);
  }

  /** Opens the call of an accepted key; `enter` is next. It is settled whatever comes. */
  open(key: KnownKey, terms?: CallTerms): Call {
    return this.#options.calls.open(key, terms);
  }

  /** Stage "limits", its first part: where the key may be used, and the calls per second. A refusal of the latter settles the call. */
  enter(call: Call, caller: Caller): Refused | undefined {
    const refusedThere = refusedPlace(call.key, caller);
    if (refusedThere !== undefined) return refusedThere;
    const refused = call.passSecond();
    if (refused === undefined) return undefined;
    call.settle(CallStatus.RATE_LIMITED);
    return refusedRate(refused);
  }

  /**
   * The stages key and limits, as far as they can admit a call at once, for an operation that has been answered before. A member that is
   * undefined decides nothing and has taken nothing: the other methods decide.
   * @param addressOf asked only where it counts; undefined: not known yet
   * @param origin see `Place`
   */
  enterAtOnce(
    authorization: string | undefined,
    addressOf: () => string | undefined,
    origin: string | undefined,
  ): EnteredAtOnce {
    const { parsed, key } = this.callers.findAtOnce(authorization);
    if (key === undefined) return { parsed };
    if (!isOriginOfKey(origin, key.allowedOrigins)) return { parsed, key };
    if (key.allowedNetworks.length > 0) {
      const address = addressOf();
      if (address === undefined || !isAddressAllowed(address, key.allowedNetworks)) return { parsed, key };
    }
    return { parsed, key, call: this.#options.calls.openAtOnce(key) };
  }

  /** The limit of new operations: one without a plan is paid by its team, once. A refusal settles the call. */
  passNovelty(call: Call, asked: AskedText, graph: PlannedOperations): Refused | undefined {
    const { query, operationName = '' } = asked;
    if (graph.operations.knows(query, operationName) || graph.events.knows({ query, operationName })) return undefined;
    return this.passNewWork(call, asked);
  }

  /** The same for an operation that is as much work as a new one, though it has a plan. */
  passNewWork(call: Call, { query }: AskedText): Refused | undefined {
    if (this.#accounts.has(call)) return undefined;
    const account = this.#options.planning.take(call.key, query.length);
    if ('charge' in account) {
      this.#accounts.set(call, account);
      return undefined;
    }
    if (account.of === 'team') call.settle(CallStatus.RATE_LIMITED);
    return refusedNovelty(account);
  }

  /** The payer of the work of a call; undefined where it causes none. */
  accountOf(call: Call): PlanningAccount | undefined {
    return this.#accounts.get(call);
  }

  /** The month's limit. A call whose month is used up is settled. */
  pay(call: Call): Refused | undefined | Promise<Refused | undefined> {
    const decide = (refused: Refusal | undefined): Refused | undefined => {
      if (refused === undefined) return undefined;
      if (refused.status !== 'unavailable') call.settle(CallStatus.QUOTA_EXCEEDED);
      return refusedMonth(refused);
    };
    const refused = call.passMonth();
    return refused instanceof Promise ? refused.then(decide) : decide(refused);
  }

  /**
   * Leave to open a stream, for a call that has entered. Room for it is taken at once. From here on events are counted, and not their stream.
   */
  admitStream(call: Call, caller: Caller, asked: AskedText): StreamPass | Refused {
    const refused = this.passNovelty(call, asked, this.#options.graph());
    if (refused !== undefined) return refused;
    call.dismiss();
    // The plan limits the webhooks of a team by the number of its endpoints.
    const giveBack = caller.isInternal ? () => {} : this.#takeRooms(call.key, asked);
    if (giveBack instanceof Refused) return giveBack;
    return new StreamPass(this.callers, caller, call.key, { giveBack, planning: this.accountOf(call) });
  }

  #takeRooms(key: KnownKey, asked: AskedText): (() => void) | Refused {
    const stream = this.#rooms.take(holdersOf(key, this.streamsMaxOf(key)));
    if (typeof stream === 'string') return REFUSED_ROOM;
    const holder = { id: key.teamId, max: MEMORY_BOUNDS.openStreams * PART_OF_TEAM };
    const both = takeBoth(stream, this.#bytes.take([holder], bytesOfStream(asked)));
    return typeof both === 'string' ? REFUSED_STREAM_BYTES : both;
  }

  /** Streams that a key may hold. */
  streamsMaxOf({ plan }: KnownKey): number {
    return plan.streamsPerKey ?? this.#options.streamsPerKeyMax;
  }

  /** All stages, for a subscription that comes as a message. */
  async admit(caller: Caller, asked: AskedText): Promise<StreamPass | Refused> {
    const key = await this.callers.findKey(caller);
    if (key instanceof Refused) return key;
    const call = this.open(key);
    const refused = this.enter(call, caller);
    if (refused === undefined) return this.admitStream(call, caller, asked);
    call.settle(CallStatus.REJECTED);
    return refused;
  }
}

/** Leave to open one stream, and its room. Only `Admission` makes one, so that no stream is opened beside it. */
class StreamPass {
  readonly caller: Caller;
  /** The key when it was admitted. */
  readonly key: KnownKey;
  /** Gives the room back; called when the stream has ended, or could not be opened. Only the first time counts. */
  readonly giveBack: () => void;
  /** Pays for the subscription if it is new. */
  readonly planning: PlanningAccount | undefined;
  readonly #callers: Callers;

  constructor(
    callers: Callers,
    caller: Caller,
    key: KnownKey,
    { giveBack, planning }: Pick<StreamPass, 'giveBack' | 'planning'>,
  ) {
    this.#callers = callers;
    this.caller = caller;
    this.key = key;
    this.giveBack = giveBack;
    this.planning = planning;
  }

  /** See `Callers.judge`. */
  judge(): KnownKey | Refused | Promise<KnownKey | Refused> {
    return this.#callers.judge(this.caller);
  }
}

export type { StreamPass };
