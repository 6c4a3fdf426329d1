import type { Client } from '@connectrpc/connect';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { HINTS, Pace, type PaceLimits } from '@ledgergraph/event-bus/pace';
import { type Awaits, readAwaitedMessage } from '@ledgergraph/graph-kit/awaited-network';
import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import { TipMovedSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import type { BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import type { Logger } from 'pino';
import { pinMessage, readEnvironments, readTip, type Tip } from './tip.ts';
import { TipBell } from './tip-bell.ts';
import { TipBoard } from './tip-board.ts';

const CALL_TIMEOUT_MS = 2_000;
const NEW_PIN_WAIT_MS = 1_000;
const NEW_PIN_POLL_MS = 50;

export interface TipFollowerOptions {
  blocks: Pick<Client<typeof BlockStreamService>, 'listTips' | 'listNetworks'>;
  bus: Bus;
  logger: Logger;
  /** How late a tip can be while NATS is away. */
  pollMs: number;
  hints?: PaceLimits | undefined;
}

/**
 * A tip counts when blocks confirms it. An event on NATS only rings, because its publisher can name any block: the follower then asks, a
 * few times a second at most. A poll repeats what a lost event would hide.
 */
export class TipFollower {
  readonly #options: TipFollowerOptions;
  readonly #board = new TipBoard();
  readonly #hints: Pace;
  #running: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: () => void = () => {};
  #confirmedAt: number | null = null;
  /** Empty until blocks has listed its networks. */
  #configured: ReadonlySet<EnvironmentName> = new Set();
  #failing = false;
  readonly #moved = new TipBell((tips) => tips.map(({ chainId, hash }) => `${chainId} ${hash}`).join());
  readonly #poolChanged = new TipBell((tips) =>
    tips.map(({ chainId, poolSerial }) => `${chainId} ${poolSerial}`).join(),
  );

  constructor(options: TipFollowerOptions) {
    this.#options = options;
    this.#hints = new Pace(() => void this.refresh(), options.hints ?? HINTS);
  }

  start(): void {
    this.#unsubscribe = this.#options.bus.subscribe(SUBJECTS.tipMoved, TipMovedSchema, () => this.#hints.ring());
    const poll = (): void => {
      void this.refresh().then(() => {
        if (this.#timer !== undefined) this.#timer = setTimeout(poll, this.#options.pollMs);
      });
    };
    this.#timer = setTimeout(poll, 0);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#unsubscribe();
    this.#hints.stop();
    await this.#running;
  }

  /** Not for a change of the mempool alone. @returns stops the calls */
  onMoved(listener: () => void): () => void {
    return this.#moved.listen(listener);
  }

  /** For each change of a mempool's serial. @returns stops the calls */
  onPoolChanged(listener: () => void): () => void {
    return this.#poolChanged.listen(listener);
  }

  /** The default network first. Empty until blocks has answered once. */
  pins(environment: EnvironmentName): readonly Tip[] {
    return this.#board.pins(environment);
  }

  /** No network of the environment is configured, so waiting does not help. False while that is unknown. */
  hasNoNetwork(environment: EnvironmentName): boolean {
    return this.#configured.size > 0 && !this.#configured.has(environment);
  }

  tips(): Tip[] {
    return this.#board.tips();
  }

  /** Configured networks of which no block is applied everywhere, with what each waits for; null: its blocks. @throws ConnectError */
  async networksWithoutTip(): Promise<{ name: string; awaits: Awaits | null }[]> {
    const { networks, awaited } = await this.#options.blocks.listNetworks({}, { timeoutMs: CALL_TIMEOUT_MS });
    const known = new Set(this.tips().map((tip) => tip.chainId));
    const unread = networks.filter((network) => !known.has(network.chainId));
    return [
      ...awaited.map(readAwaitedMessage),
      // Its first block needs the definition from its node.
      ...unread.map(({ name, nativeDefinitionJson }) => ({
        name,
        awaits: nativeDefinitionJson === '' ? ('NATIVE_DEFINITION' as const) : null,
      })),
    ];
  }

  /** Null: blocks has never answered. */
  confirmedAgoMs(): number | null {
    return this.#confirmedAt === null ? null : performance.now() - this.#confirmedAt;
  }

  /**
   * Pins to repeat an operation at. Waits up to 1 s for the lost chains' new pins: between a branch's end and the next one's arrival
   * there is a moment without. A chain of which a subgraph has lost all blocks has no pin for longer.
   */
  async pinsAfterLoss(environment: EnvironmentName, lost: readonly Tip[]): Promise<readonly Tip[]> {
    const deadline = performance.now() + NEW_PIN_WAIT_MS;
    for (;;) {
      for (const pin of lost) this.#board.reportLost(pin);
      await this.refresh();
      const pins = this.pins(environment);
      const isMoved = lost.every((old) =>
        pins.some(({ chainId, hash }) => chainId === old.chainId && hash !== old.hash),
      );
      if (isMoved || performance.now() > deadline) return pins;
      await new Promise((resolve) => setTimeout(resolve, NEW_PIN_POLL_MS));
    }
  }

  /** Callers during one question share the next. Never throws. */
  refresh(): Promise<void> {
    this.#queued ??= this.#running.then(() => {
      this.#queued = undefined;
      this.#running = this.#ask();
      return this.#running;
    });
    return this.#queued;
  }

  #notify(): void {
    const tips = this.tips();
    this.#moved.update(tips);
    this.#poolChanged.update(tips);
  }

  async #ask(): Promise<void> {
    const askedAt = this.#board.now();
    try {
      const pinned = this.tips();
      const answer = await this.#options.blocks.listTips(
        { pins: pinned.map(pinMessage) },
        { timeoutMs: CALL_TIMEOUT_MS },
      );
      const left = new Set(answer.tips.flatMap((tip) => (tip.pinLeft ? [tip.chainId] : [])));
      for (const pin of pinned) if (left.has(pin.chainId)) this.#board.reportLost(pin);
      this.#board.learnAll(
        answer.tips.map(readTip).filter((tip) => tip !== undefined),
        askedAt,
        answer.unreadChainIds,
      );
      this.#notify();
      this.#configured = new Set(readEnvironments(answer.configuredEnvironments));
      this.#confirmedAt = performance.now();
      this.#failing = false;
    } catch (error) {
      // Logged once per outage: the poll repeats every second.
      if (!this.#failing) this.#options.logger.warn({ err: error }, 'the tips could not be read; the known ones stay');
      this.#failing = true;
    }
  }
}
