import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import { ConcurrencyLimit } from '@ledgergraph/service-kit/limits/concurrency-limit';
import { DeadlineOver, takeTurn } from '@ledgergraph/service-kit/limits/take-turn';
import { Turns } from '@ledgergraph/service-kit/limits/turns';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { isJsonObject, parseLossless, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { AskingNode } from '#/following/client-nodes.ts';
import { type AdmittedCall, admit, type PassedCall } from './admit.ts';
import { askNodes } from './ask-nodes.ts';
import { FORMS } from './forms.ts';
import { HeavyAnswers } from './heavy-answers.ts';
import type { PassedOutcome } from './outcome.ts';

/** verusd works on four calls at a time; the follower needs two of them. */
const PLACES = 2;
const PLACES_OF_TEAM = 1;
/** A client waits this long. */
const PATIENCE_MS = 5_000;
/** verusd goes on with a call whose client left, so the call keeps its place. */
const WORK_MS = 30_000;
const HEAVY_WORK_MS = 600_000;
const ANSWER_BYTES_MAX = 16_000_000;
/** Characters of calls that run or wait. */
const HELD_MAX = 32_000_000;
const HELD_OF_TEAM_MAX = 10_000_000;
const CALL_SIZE = 100_000;
/** Without a team, as in tests; the gateway always names one. */
const NO_TEAM = 'none';

export interface AskedChain {
  askers(): readonly AskingNode[];
  tip(): BlockPlace | null;
}

export interface DoorOptions {
  logger: Logger;
  chains: ReadonlyMap<string, AskedChain>;
  /** NODE_METHODS. */
  methods: readonly string[];
  onPassed?: (chainId: string, method: string, outcome: PassedOutcome['kind']) => void;
  patienceMs?: number;
}

/** A client's call of the node's own API. No team holds up another one, nor all together the follower. */
export class NodeDoor {
  readonly #options: DoorOptions;
  readonly #allowed: ReadonlySet<string>;
  readonly #held = new ConcurrencyLimit(HELD_MAX);
  readonly #turns = new Map<string, Turns>();
  readonly #heavy = new HeavyAnswers();

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#allowed = new Set(options.methods);
  }

  chainIds(): string[] {
    return [...this.#options.chains.keys()];
  }

  async ask(chainId: string, team: string, call: PassedCall): Promise<PassedOutcome> {
    const outcome = await this.#ask(chainId, team === '' ? NO_TEAM : team, call);
    this.#options.onPassed?.(chainId, FORMS.has(call.method) ? call.method : 'other', outcome.kind);
    return outcome;
  }

  async #ask(chainId: string, team: string, call: PassedCall): Promise<PassedOutcome> {
    const chain = this.#options.chains.get(chainId);
    const tip = chain?.tip() ?? null;
    if (chain === undefined || tip === null) return { kind: 'away' };
    const size = CALL_SIZE + call.params.length;
    // Before the call is read: a hundred large ones would take long.
    const leave = this.#held.acquire([{ id: team, max: HELD_OF_TEAM_MAX }], size);
    if (typeof leave === 'string') return { kind: 'busy' };
    const admitted = admit(call, this.#allowed, tip.height);
    if ('code' in admitted) {
      leave();
      return { kind: 'refused', ...admitted };
    }
    try {
      const { isHeavy = false } = admitted.form;
      return await (isHeavy
        ? this.#askHeavy({ chainId, team, tip: tip.hash }, chain, admitted)
        : this.#askInTurn(chainId, team, chain, admitted));
    } finally {
      leave();
    }
  }

  async #askInTurn(chainId: string, team: string, chain: AskedChain, call: AdmittedCall): Promise<PassedOutcome> {
    const deadline = this.#deadline();
    const giveBack = await this.#turn(`all ${chainId}`, PLACES, team, deadline);
    if (giveBack === undefined) return { kind: 'busy' };
    const outcome = this.#askNodes(chainId, chain, call, WORK_MS).finally(giveBack);
    return within(deadline, outcome, { kind: 'away' });
  }

  /** One runs at a time for a chain, of each team in turn, at one of the places of all calls. */
  async #askHeavy(
    place: { chainId: string; team: string; tip: string },
    chain: AskedChain,
    call: AdmittedCall,
  ): Promise<PassedOutcome> {
    const { chainId, team, tip } = place;
    const deadline = this.#deadline();
    const asked = { chainId, tip, key: `${call.method} ${call.params}` };
    const kept = this.#heavy.find(asked);
    if (kept !== undefined) return within(deadline, kept, { kind: 'busy' });
    const leave = await this.#turn(`heavy ${chainId}`, 1, team, deadline);
    const giveBack = leave && (await this.#turn(`all ${chainId}`, PLACES, team, deadline));
    if (giveBack === undefined) {
      leave?.();
      return { kind: 'busy' };
    }
    const ask = () => this.#askNodes(chainId, chain, call, HEAVY_WORK_MS);
    const outcome = this.#heavy.findOrAsk(asked, ask).finally(() => {
      giveBack();
      leave?.();
    });
    return within(deadline, outcome, { kind: 'busy' });
  }

  /** Undefined: no place became free in time. */
  async #turn(of: string, places: number, team: string, deadline: Deadline): Promise<(() => void) | undefined> {
    const turns = this.#turns.get(of) ?? new Turns(places, PLACES_OF_TEAM);
    this.#turns.set(of, turns);
    try {
      return await takeTurn(turns, team, deadline);
    } catch (error) {
      if (error instanceof DeadlineOver) return undefined;
      throw error;
    }
  }

  async #askNodes(chainId: string, chain: AskedChain, call: AdmittedCall, ms: number): Promise<PassedOutcome> {
    try {
      const limits = { bytesMax: ANSWER_BYTES_MAX, ms };
      return clean(chainId, await askNodes(chain.askers(), call, limits, Date.now() + PATIENCE_MS), call);
    } catch (error) {
      this.#options.logger.error({ err: error, chainId, method: call.method }, 'a call could not be passed to a node');
      return { kind: 'away' };
    }
  }

  #deadline(): Deadline {
    return new Deadline(this.#options.patienceMs ?? PATIENCE_MS);
  }
}

async function within(
  deadline: Deadline,
  outcome: Promise<PassedOutcome>,
  late: PassedOutcome,
): Promise<PassedOutcome> {
  let forget = (): void => {};
  const isOver = new Promise<PassedOutcome>((resolve) => {
    forget = deadline.onOver(() => resolve(late));
  });
  return Promise.race([outcome, isOver]).finally(forget);
}

function clean(chainId: string, outcome: PassedOutcome, { form }: AdmittedCall): PassedOutcome {
  if (outcome.kind !== 'answered' || form.clean === undefined) return outcome;
  const result = parseLossless(outcome.text);
  const objects = [result].flat().filter(isJsonObject);
  if (objects.length === 0) return outcome;
  for (const object of objects) form.clean(object, chainId);
  return { kind: 'answered', text: stringifyLossless(result) };
}
