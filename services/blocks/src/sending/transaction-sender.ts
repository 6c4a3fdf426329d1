import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { inSpan } from '@ledgergraph/service-kit/tracing/spans';
import { deleteSubmission, openSubmission, settleSubmission } from '#/db/submission-rows.ts';
import type { SendingNode } from '#/following/client-nodes.ts';
import type { SendOutcome, SignedTransaction } from './outcome.ts';
import { submit } from './submit.ts';

export interface SendingChain {
  senders(): readonly SendingNode[];
}

export interface SenderOptions {
  databases: ByChain<SqlExecutor>;
  logger: Logger;
  chains: ReadonlyMap<string, SendingChain>;
  onSent?: (chainId: string) => void;
  onUnknown?: () => void;
}

export class TransactionSender {
  readonly #options: SenderOptions;
  readonly #underway = new Map<string, Promise<SendOutcome>>();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  chainIds(): string[] {
    return [...this.#options.chains.keys()];
  }

  nodes(chainId: string): readonly SendingNode[] {
    return this.#options.chains.get(chainId)?.senders() ?? [];
  }

  isUnderway(chainId: string, txid: string): boolean {
    return this.#underway.has(`${chainId}:${txid}`);
  }

  /** Concurrent requests for a transaction share one outcome. */
  async send(chainId: string, transaction: SignedTransaction): Promise<SendOutcome> {
    const key = `${chainId}:${transaction.txid}`;
    const first = this.#underway.get(key);
    if (first !== undefined) {
      const outcome = await first;
      return outcome.kind === 'sent' ? { ...outcome, isNew: false } : outcome;
    }
    const attributes = { 'ledgergraph.chain': chainId };
    const way = inSpan('transaction.send', attributes, async (span) => {
      const outcome = await this.#attempt(chainId, transaction);
      span.setAttribute('ledgergraph.outcome', outcome.kind);
      return outcome;
    }).finally(() => this.#underway.delete(key));
    this.#underway.set(key, way);
    return await way;
  }

  async #attempt(chainId: string, transaction: SignedTransaction): Promise<SendOutcome> {
    const { databases, logger, onSent, onUnknown } = this.#options;
    const { txid } = transaction;
    const nodes = this.nodes(chainId);
    if (nodes.length === 0) return { kind: 'away' };
    let wasOpen: boolean;
    try {
      wasOpen = await openSubmission(databases.of(chainId), chainId, transaction);
    } catch (error) {
      logger.warn({ err: error, chainId, txid }, 'a transaction is not sent: its row could not be written');
      return { kind: 'away' };
    }
    const outcome = await this.#submit(nodes, chainId, transaction);
    logger.info({ chainId, txid, outcome: outcome.kind }, 'a transaction was to be sent');
    // No node got it this time, but the earlier try is still open.
    if (outcome.kind === 'away' && wasOpen) return { kind: 'unknown' };
    await this.#note(chainId, txid, outcome);
    if (outcome.kind === 'sent') onSent?.(chainId);
    if (outcome.kind === 'unknown') onUnknown?.();
    return outcome;
  }

  async #submit(nodes: readonly SendingNode[], chainId: string, transaction: SignedTransaction): Promise<SendOutcome> {
    try {
      return await submit(nodes, transaction);
    } catch (error) {
      const { txid } = transaction;
      this.#options.logger.error({ err: error, chainId, txid }, 'sending a transaction failed; asking again later');
      return { kind: 'unknown' };
    }
  }

  /** A row whose outcome cannot be written stays open, and is settled in the background. */
  async #note(chainId: string, txid: string, outcome: SendOutcome): Promise<void> {
    const { databases, logger } = this.#options;
    const db = databases.of(chainId);
    try {
      if (outcome.kind === 'sent') await settleSubmission(db, chainId, txid);
      if (outcome.kind === 'rejected') await settleSubmission(db, chainId, txid, outcome);
      if (outcome.kind === 'away') await deleteSubmission(db, chainId, txid);
    } catch (error) {
      logger.warn(
        { err: error, chainId, txid },
        'the outcome of a transaction could not be written; asking again later',
      );
    }
  }
}
