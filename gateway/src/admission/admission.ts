import type { CallTerms } from '@ledgergraph/graph-kit/request-headers';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { acquireBoth, ConcurrencyLimit } from '@ledgergraph/service-kit/limits/concurrency-limit';
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

const STREAMS_MAX = 100_000;
/** Bytes of an open stream, and of each character of its request: the text itself, and sets of the addresses that it names. */
const STREAM_BYTES = 16 * 1024;
const BYTES_PER_ASKED_CHARACTER = 10;
/** One team takes at most this part of the memory for streams. */
const PART_OF_TEAM = 1 / 2;

export function bytesOfStream({ query, variables = {} }: AskedText): number {
  return STREAM_BYTES + BYTES_PER_ASKED_CHARACTER * (query.length + JSON.stringify(variables).length);
}

export interface AskedText {
  query: string;
  variables?: Record<string, unknown> | undefined;
  operationName?: string | undefined;
}

export interface PlannedOperations {
  operations: { knows(query: string, operationName: string): boolean };
  events: { knows(asked: AskedText): boolean };
}

export interface AdmissionOptions {
  authenticator: Authenticator;
  calls: Pick<CallTracker, 'open' | 'openAtOnce'>;
  planning: Pick<PlanningTime, 'take'>;
  /** Used where the key's plan has no limit. */
  streamsPerKeyMax: number;
  graph: () => PlannedOperations;
}

export interface EnteredAtOnce {
  parsed: ParsedKey | undefined;
  key?: KnownKey;
  call?: Call | undefined;
}

/**
 * The one way in. All work of the gateway passes these limits in this order: key and address, calls per second, new operations, room for
 * a stream, cost, month. Each is taken before the first wait, and given back where a later one refuses. The hooks of the graph
 * (`federation/create-hooks.ts`) judge the cost; each event of a stream pays for itself.
 */
export class Admission {
  readonly callers: Callers;
  readonly #options: AdmissionOptions;
  /** By key, team and person, from the moment at which a stream is asked for: many may be on their way at once. */
  readonly #limit = new ConcurrencyLimit(STREAMS_MAX);
  /** Bytes that open streams hold. */
  readonly #bytes = new ConcurrencyLimit(MEMORY_BOUNDS.openStreams);
  /** Calls that have passed the limit of new operations, with the payer of their work. */
  readonly #accounts = new WeakMap<Call, PlanningAccount>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.callers = new Callers(options.authenticator);
  }

  /** Opens the call of an accepted key. It is settled whatever happens. */
  open(key: KnownKey, terms?: CallTerms): Call {
    return this.#options.calls.open(key, terms);
  }

  /** Stage "limits", first part: place of use, then calls per second. A refusal for the rate settles the call. */
  enter(call: Call, caller: Caller): Refused | undefined {
    const refusedThere = refusedPlace(call.key, caller);
    if (refusedThere !== undefined) return refusedThere;
    const refused = call.passSecond();
    if (refused === undefined) return undefined;
    call.settle(CallStatus.RATE_LIMITED);
    return refusedRate(refused);
  }

  /**
   * The stages key and limits for an operation that has been answered before, as far as they need no wait. An undefined member has
   * decided and taken nothing.
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

  /** For an operation that has a plan and is as much work as a new one. */
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

  accountOf(call: Call): PlanningAccount | undefined {
    return this.#accounts.get(call);
  }

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
   * Leave to open a stream, for a call that has entered. Its room is taken at once. From here on its events are counted, not the stream
   * itself.
   */
  admitStream(call: Call, caller: Caller, asked: AskedText): StreamPass | Refused {
    const refused = this.passNovelty(call, asked, this.#options.graph());
    if (refused !== undefined) return refused;
    call.dismiss();
    // The plan limits the webhooks of a team by the number of its endpoints.
    const giveBack = caller.isInternal ? () => {} : this.#acquire(call.key, asked);
    if (giveBack instanceof Refused) return giveBack;
    return new StreamPass(this.callers, caller, call.key, { giveBack, planning: this.accountOf(call) });
  }

  #acquire(key: KnownKey, asked: AskedText): (() => void) | Refused {
    const stream = this.#limit.acquire(holdersOf(key, this.streamsMaxOf(key)));
    if (typeof stream === 'string') return REFUSED_ROOM;
    const holder = { id: key.teamId, max: MEMORY_BOUNDS.openStreams * PART_OF_TEAM };
    const both = acquireBoth(stream, this.#bytes.acquire([holder], bytesOfStream(asked)));
    return typeof both === 'string' ? REFUSED_STREAM_BYTES : both;
  }

  streamsMaxOf({ plan }: KnownKey): number {
    return plan.streamsPerKey ?? this.#options.streamsPerKeyMax;
  }

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

/** Leave to open one stream. Only `Admission` makes one, so no stream is opened without it. */
class StreamPass {
  readonly caller: Caller;
  readonly key: KnownKey;
  /** Called when the stream has ended or could not be opened. Only the first call counts. */
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
