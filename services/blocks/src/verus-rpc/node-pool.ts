import { setTimeout as delay } from 'node:timers/promises';
import { outweighs } from './chain-power.ts';
import type { EndpointOptions } from './endpoint.ts';
import { NoEndpointError, VerusError, VerusRpcError, WrongChainError } from './errors.ts';
import { VerusNode } from './node.ts';
import type { BlockchainInfo } from './shapes.ts';

export interface NodePoolOptions {
  chainId: string;
  endpoints: readonly EndpointOptions[];
}

export interface EndpointStatus {
  name: string;
  info: BlockchainInfo | null;
  error: VerusError | null;
  answeredAt: Date | null;
  chosen: boolean;
  failures: ReadonlyMap<string, number>;
}

export interface ChosenNode {
  name: string;
  info: BlockchainInfo;
  /**
   * Notices a silent node within seconds, long before the call's own timeout; the only node of a chain gets more time.
   * @throws VerusError
   */
  use<Result>(call: (node: VerusNode) => Promise<Result>): Promise<Result>;
  isAnswering(): Promise<boolean>;
}

/** A hung node must not delay the others; the next survey asks it again. */
const PROBE_TIMEOUT_MS = 2_500;
/** For a node that was well before, once another node has answered. */
const GRACE_MS = 1_000;
/** For a node that was not well: enough to notice its return. */
const RECOVERY_GRACE_MS = 100;
const WATCH_MS = 1_000;
/** A busy node may leave a check or two without an answer. */
const ONLY_NODE_SILENCE_MS = 5_000;
const AVOID_MIN_MS = 2_000;
const AVOID_MAX_MS = 60_000;

type Probe = { info: BlockchainInfo } | { error: VerusError };

interface Member {
  readonly options: EndpointOptions;
  node: VerusNode;
  readonly probe: VerusNode;
  /** It stands until the next one comes, so that clients are answered during a survey. */
  latest: Probe | undefined;
  pending: Promise<void> | undefined;
  check: Promise<unknown> | undefined;
  answeredAt: Date | null;
  wasWell: boolean;
  failures: number;
  readonly failed: Map<string, number>;
  avoidUntil: number;
}

/** Each survey chooses the node with the heaviest chain; one that lags, fails or serves another chain is skipped until it recovers. */
export class NodePool {
  readonly #chainId: string;
  readonly #members: Member[];
  #chosen: Member | undefined;
  #failed = false;
  #lastChosen: Member | undefined;
  #switches = 0;

  constructor(options: NodePoolOptions) {
    this.#chainId = options.chainId;
    this.#members = options.endpoints.map((endpoint) => ({
      options: endpoint,
      node: new VerusNode(endpoint),
      probe: new VerusNode({ ...endpoint, timeoutMs: PROBE_TIMEOUT_MS, retries: 0, connections: 1 }),
      latest: undefined,
      pending: undefined,
      check: undefined,
      answeredAt: null,
      wasWell: true,
      failures: 0,
      failed: new Map(),
      avoidUntil: 0,
    }));
  }

  /** @throws NoEndpointError with each endpoint's reason */
  async survey(): Promise<ChosenNode> {
    if (this.#chosen !== undefined && !this.#failed) this.#chosen.failures = 0;
    this.#failed = false;
    await this.#probeAll();
    const now = Date.now();
    const best = this.#heaviest(({ avoidUntil }) => avoidUntil <= now) ?? this.#heaviest(() => true);
    this.#chosen = best?.member;
    if (best === undefined) {
      throw new NoEndpointError(
        this.#chainId,
        this.#members.flatMap(({ latest }) => (isError(latest) ? [latest.error] : [])),
      );
    }
    const { member, info } = best;
    if (this.#lastChosen !== undefined && this.#lastChosen !== member) this.#switches += 1;
    this.#lastChosen = member;
    return {
      name: member.node.name,
      info,
      use: (call) => this.#use(member, call),
      isAnswering: () =>
        check(member).then(
          () => true,
          () => false,
        ),
    };
  }

  /** Calls failed though it answers surveys: others come first for a while, each time for longer. */
  avoidChosen(): void {
    const chosen = this.#chosen;
    if (chosen === undefined || this.#failed) return;
    this.#failed = true;
    chosen.failures += 1;
    chosen.avoidUntil = Date.now() + Math.min(AVOID_MIN_MS * 2 ** (chosen.failures - 1), AVOID_MAX_MS);
  }

  status(): EndpointStatus[] {
    return this.#members.map((member) => ({
      name: member.node.name,
      info: hasInfo(member.latest) ? member.latest.info : null,
      error: isError(member.latest) ? member.latest.error : null,
      answeredAt: member.answeredAt,
      chosen: member === this.#chosen,
      failures: member.failed,
    }));
  }

  switches(): number {
    return this.#switches;
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.flatMap((member) => [member.node.close(), member.probe.close()]));
  }

  /** After the first answer, the others have only a little longer. */
  async #probeAll(): Promise<void> {
    const probes = this.#members.map((member) => {
      const { wasWell } = member;
      return { wasWell, answered: this.#probe(member), isWell: () => hasInfo(member.latest) };
    });
    const all = Promise.all(probes.map(({ answered }) => answered));
    const firstWell = Promise.race(
      probes.map(({ answered, isWell }) => answered.then(() => (isWell() ? undefined : new Promise<never>(() => {})))),
    );
    await Promise.race([all, firstWell]);
    const expected = Promise.all(probes.flatMap(({ wasWell, answered }) => (wasWell ? [answered] : [])));
    await soonest(all, expected, GRACE_MS);
    await soonest(all, all, RECOVERY_GRACE_MS);
    for (const member of this.#members) if (!hasAnswered(member)) member.wasWell = false;
  }

  /** The endpoint in use is left only for a heavier chain, not for one of equal weight. */
  #heaviest(isWanted: (member: Member) => boolean): { member: Member; info: BlockchainInfo } | undefined {
    const chosen = this.#chosen;
    const inOrder = [...this.#members].sort((a, b) => Number(b === chosen) - Number(a === chosen));
    let best: { member: Member; info: BlockchainInfo } | undefined;
    for (const member of inOrder.filter(isWanted)) {
      if (!hasAnswered(member) || !hasInfo(member.latest)) continue;
      const { info } = member.latest;
      if (best === undefined || outweighs(info, best.info)) best = { member, info };
    }
    return best;
  }

  /** Not while the last survey is unanswered. */
  #probe(member: Member): Promise<void> {
    member.pending ??= this.#ask(member).finally(() => {
      member.pending = undefined;
    });
    return member.pending;
  }

  async #ask(member: Member): Promise<void> {
    try {
      const info = await member.probe.getBlockchainInfo();
      if (info.chainid !== this.#chainId) {
        throw new WrongChainError(member.node.name, `serves ${info.name} (${info.chainid}), not ${this.#chainId}`);
      }
      member.latest = { info };
      member.answeredAt = new Date();
    } catch (error) {
      if (!(error instanceof VerusError)) throw error;
      member.latest = { error };
      noteFailure(member, error);
    }
    member.wasWell = hasInfo(member.latest);
  }

  async #use<Result>(member: Member, call: (node: VerusNode) => Promise<Result>): Promise<Result> {
    const result = call(member.node);
    result.catch((error: unknown) => noteFailure(member, error));
    const done = new AbortController();
    try {
      return await Promise.race([result, this.#silence(member, done.signal)]);
    } finally {
      result.catch(() => undefined);
      done.abort();
    }
  }

  /** Rejects when a working node no longer answers checks, and closes its connection. */
  async #silence(member: Member, signal: AbortSignal): Promise<never> {
    const patienceMs = this.#members.length === 1 ? ONLY_NODE_SILENCE_MS : 0;
    let wellAt = performance.now();
    for (;;) {
      await delay(WATCH_MS, undefined, { signal }).catch(() => new Promise<never>(() => {}));
      try {
        await check(member);
        wellAt = performance.now();
      } catch (error) {
        if (performance.now() - wellAt < patienceMs) continue;
        member.wasWell = false;
        const hung = member.node;
        member.node = new VerusNode(member.options);
        await hung.close();
        throw error;
      }
    }
  }
}

function check(member: Member): Promise<unknown> {
  member.check ??= member.probe
    .getBlockchainInfo()
    .then(() => {
      member.answeredAt = new Date();
    })
    .finally(() => {
      member.check = undefined;
    });
  return member.check;
}

/** In this survey. */
function hasAnswered({ pending }: Member): boolean {
  return pending === undefined;
}

function hasInfo(probe: Probe | undefined): probe is { info: BlockchainInfo } {
  return probe !== undefined && 'info' in probe;
}

function noteFailure({ failed }: Member, error: unknown): void {
  // A refused call may be a valid result: the caller decides.
  if (!(error instanceof VerusError) || error instanceof VerusRpcError) return;
  failed.set(error.name, (failed.get(error.name) ?? 0) + 1);
}

function isError(probe: Probe | undefined): probe is { error: VerusError } {
  return probe !== undefined && 'error' in probe;
}

async function soonest(first: Promise<unknown>, second: Promise<unknown>, waitMs: number): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([first, second, delay(waitMs, undefined, { signal }).catch(() => undefined)]);
  waiting.abort();
}
