import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Awaits } from '@ledgergraph/graph-kit/awaited-network';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { Bell } from '@ledgergraph/service-kit/bell';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { UnexpectedShapeError } from '@ledgergraph/verus-protocol/json-members';
import { saveAwaited } from '#/db/awaited-networks.ts';
import { saveNodeTip } from '#/db/node-tip.ts';
import type { ChainNode, ChainNodes } from '#/following/chain-node.ts';
import { DiscontinuityError, MerkleMismatchError } from '#/following/check-continuity.ts';
import { EarlyBlockError } from '#/following/check-times.ts';
import { type Commit, type FollowOutcome, followChain, isUsable } from '#/following/follow-chain.ts';
import { MissedBlocks } from '#/following/missed-blocks.ts';
import { FormerTips } from '#/fork/former-tips.ts';
import { NoEndpointError, VerusError } from '#/verus-rpc/errors.ts';
import { announceNetwork, UnknownRootError } from './announce-network.ts';
import { describeUnusable, withoutHeight } from './describe-unusable.ts';
import type { NetworkSettings } from './network-settings.ts';

const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 5_000;
/** A node gets a block a moment after another one; a node that is behind us for longer cannot be used. */
const UNUSABLE_AFTER_MS = 5_000;

export interface NetworkFollowerOptions<Tx extends SqlExecutor> {
  settings: NetworkSettings;
  db: SqlClient<Tx>;
  nodes: ChainNodes;
  logger: Logger;
  pollMs: number;
  batchBlocks?: number;
  onCommit: (commit: Commit) => void;
  onFailure?: () => void;
}

export interface FollowStatus {
  name: string;
  outcome: FollowOutcome | null;
  faults: string[];
  passedOver: string[];
  cursor: BlockPlace | null;
  failingSince: Date | null;
}

export class NetworkFollower<Tx extends SqlExecutor> {
  readonly #options: NetworkFollowerOptions<Tx>;
  readonly #stopping = new AbortController();
  readonly #bell = new Bell();
  readonly #status: FollowStatus;
  readonly #running: Promise<void>;
  /** Complete with the native definition, or made at this tip without one. */
  #announced: { isComplete: boolean; tipHash: string } | undefined;
  #unusableSince: number | undefined;
  #retryMs = RETRY_MIN_MS;
  readonly #formerTips = new FormerTips();
  readonly #missed = new MissedBlocks();
  #awaits: Awaits | undefined;
  #node: ChainNode | null = null;

  constructor(options: NetworkFollowerOptions<Tx>) {
    this.#options = { ...options, logger: options.logger.child({ network: options.settings.name }) };
    this.#status = {
      name: options.settings.name,
      outcome: null,
      faults: [],
      passedOver: [],
      cursor: null,
      failingSince: null,
    };
    this.#running = this.#run();
  }

  wake(): void {
    this.#bell.ring();
  }

  /** Looked for at the next step at the tip. @param hash 64 hex digits */
  noteMissed(hash: string): void {
    this.#missed.note(hash);
  }

  status(): FollowStatus {
    return { ...this.#status };
  }

  node(): ChainNode | null {
    return this.#node;
  }

  nodes(): ReturnType<ChainNodes['state']> {
    return this.#options.nodes.state();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#bell.ring();
    // A call that hangs would delay the stop; closing ends it.
    await this.#options.nodes.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const waitMs = await this.#step().catch((error: unknown) => this.#recover(error));
      if (waitMs > 0) await this.#bell.wait(waitMs);
    }
  }

  async #step(): Promise<number> {
    const { db, nodes, settings, pollMs, logger, batchBlocks } = this.#options;
    const node = await nodes.choose();
    this.#status.passedOver = this.#logNew(nodes.listFaults(), this.#status.passedOver);
    const onCommit = (commit: Commit): void => {
      this.#endFaults();
      this.#status.cursor = commit.tip;
      // Another chain may define its currency again.
      if (commit.reverted > 0) this.#announced = undefined;
      this.#options.onCommit(commit);
    };
    const { chainId, checkpoint } = settings;
    const onAttempt = (tip: BlockPlace, replaced: BlockPlace | null): void => this.#formerTips.note(tip, replaced);
    const deps = {
      chainId,
      db,
      logger,
      missed: this.#missed,
      onCursor: (cursor: BlockPlace | null) => this.#lookAtCursor(cursor),
      onAttempt,
      onCommit,
      beforeExtending: () => this.#announce(node),
      ...(checkpoint !== undefined && { checkpoint }),
      ...(batchBlocks !== undefined && { batchBlocks }),
    };
    const outcome = await followChain(deps, node);
    this.#node = isUsable(outcome) ? node : null;
    this.#note(outcome);
    return outcome === 'advanced' ? 0 : pollMs;
  }

  /**
   * After a failover the announcement may be lost too.
   * @param cursor of the step itself: a separate read could miss a database that goes back
   */
  #lookAtCursor(cursor: BlockPlace | null): void {
    if (cursor?.hash !== this.#status.cursor?.hash) this.#announced = undefined;
    this.#status.cursor = cursor;
    const formerTips = this.#formerTips.list();
    if (formerTips.at(-1)?.hash !== cursor?.hash) for (const { hash } of formerTips) this.#missed.note(hash);
    if (cursor !== null) this.#formerTips.begin(cursor);
  }

  /** Again after every move of the tip until the node defines the native currency: the definition must precede the block that needs it. */
  async #announce(node: ChainNode): Promise<void> {
    if (this.#announced?.isComplete === true || this.#announced?.tipHash === node.tip.hash) return;
    const isComplete = await announceNetwork(this.#options.db, node, this.#options.settings);
    this.#announced = { isComplete, tipHash: node.tip.hash };
    this.#awaits = undefined;
  }

  /** Explains why the network is missing. An announced network waits for nothing. */
  async #await(awaits: Awaits): Promise<void> {
    const { db, settings } = this.#options;
    if (this.#announced !== undefined || this.#awaits === awaits) return;
    try {
      await saveAwaited(db, settings, awaits);
      this.#awaits = awaits;
    } catch {
      // The database may be away for a moment; the next step tries again.
    }
  }

  async #recover(error: unknown): Promise<number> {
    const { db, settings, logger } = this.#options;
    if (this.#stopping.signal.aborted) return 0;
    // The node changed its chain during the read: the next step reads it again.
    if (error instanceof DiscontinuityError) {
      logger.info({ reason: error.message }, 'the node changed its chain during the read');
      return RETRY_MIN_MS;
    }
    this.#status.failingSince ??= new Date();
    if (error instanceof VerusError) this.#node = null;
    this.#options.onFailure?.();
    if (
      error instanceof VerusError ||
      error instanceof MerkleMismatchError ||
      error instanceof EarlyBlockError ||
      error instanceof UnexpectedShapeError
    ) {
      this.#options.nodes.avoidChosen();
    }
    if (error instanceof VerusError) {
      this.#status.faults = this.#logNew(describeNodeFault(error), this.#status.faults);
      await saveNodeTip(db, settings.chainId, null).catch(() => undefined);
      await this.#await('NODE');
    } else if (error instanceof UnknownRootError) {
      this.#status.faults = this.#logNew([error.message], this.#status.faults);
      await this.#await('NATIVE_DEFINITION');
    } else {
      logger.error({ err: error }, 'a step of the follower failed; retrying');
      this.#status.faults = ['a step fails; see the log'];
    }
    const waitMs = this.#retryMs;
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
    return waitMs;
  }

  #note(outcome: FollowOutcome): void {
    const faults = this.#listUnusable(outcome);
    this.#retryMs = RETRY_MIN_MS;
    this.#status.outcome = outcome;
    this.#status.failingSince = null;
    if (faults.length === 0) this.#endFaults();
    else this.#status.faults = this.#logNew(faults, this.#status.faults);
  }

  /** The first applied blocks of a long step show that a node can be used. */
  #endFaults(): void {
    if (this.#status.faults.length > 0) this.#options.logger.info('a usable node answers again');
    this.#status.faults = [];
  }

  #listUnusable(outcome: FollowOutcome): string[] {
    if (isUsable(outcome)) {
      this.#unusableSince = undefined;
      return [];
    }
    this.#unusableSince ??= performance.now();
    if (performance.now() - this.#unusableSince < UNUSABLE_AFTER_MS) return this.#status.faults;
    return describeUnusable(this.nodes().endpoints, outcome, this.#status.cursor?.height ?? null);
  }

  #logNew(faults: string[], known: readonly string[]): string[] {
    const logged = new Set(known.map(withoutHeight));
    for (const fault of faults) if (!logged.has(withoutHeight(fault))) this.#options.logger.warn(fault);
    return faults;
  }
}

/** One message per cause, for an operator. Equal faults give equal text. */
function describeNodeFault(error: VerusError): string[] {
  const causes = error instanceof NoEndpointError ? error.causes : [error];
  return causes.map((cause) => cause.message);
}
