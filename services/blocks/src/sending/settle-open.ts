import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { Bell } from '@ledgergraph/service-kit/bell';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { decodeTransaction, TransactionDecodeError } from '@ledgergraph/verus-protocol/raw-transaction';
import {
  deleteOldSubmissions,
  listOpenSubmissions,
  type OpenSubmission,
  settleSubmission,
} from '#/db/submission-rows.ts';
import type { SendingNode } from '#/following/client-nodes.ts';
import { VerusError } from '#/verus-rpc/errors.ts';
import type { SendOutcome } from './outcome.ts';
import { submit } from './submit.ts';
import type { TransactionSender } from './transaction-sender.ts';

const POLL_MS = 5_000;
const PAGE = 20;
/** It expires in less than four blocks; another node may still mine it. */
const EXPIRING = /^tx-expiring-soon\b/;

export interface SettleOptions {
  databases: ByChain<SqlExecutor>;
  logger: Logger;
  sender: TransactionSender;
  pollMs?: number;
}

/**
 * After a time-out, a cut connection, or the end of a process. A node that lacks a transaction is handed it again, until an outcome is
 * definite. Each database has its own round: one that is away delays no other.
 */
export class OpenSubmissions {
  readonly #options: SettleOptions;
  readonly #bells: readonly Bell[];
  readonly #running: readonly Promise<void>[];
  #stopped = false;

  constructor(options: SettleOptions) {
    this.#options = options;
    const databases = options.databases.list();
    this.#bells = databases.map(() => new Bell());
    this.#running = this.#bells.map((bell, index) => this.#run(databases[index] as SqlExecutor, bell));
  }

  wake(): void {
    for (const bell of this.#bells) bell.ring();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await Promise.all(this.#running);
  }

  async #run(db: SqlExecutor, bell: Bell): Promise<void> {
    const { databases, logger, sender, pollMs = POLL_MS } = this.#options;
    while (!this.#stopped) {
      try {
        const chainIds = sender.chainIds().filter((chainId) => databases.of(chainId) === db);
        for (const chainId of chainIds) await this.#settleChain(db, chainId);
        await deleteOldSubmissions(db, chainIds);
      } catch (error) {
        logger.warn({ err: error }, 'open transactions could not be settled; trying again');
      }
      if (!this.#stopped) await bell.wait(pollMs);
    }
  }

  async #settleChain(db: SqlExecutor, chainId: string): Promise<void> {
    const { sender } = this.#options;
    let open = 0;
    for (;;) {
      const rows = await listOpenSubmissions(db, chainId, PAGE, open);
      for (const row of rows) {
        if (this.#stopped) return;
        const isSettled = !sender.isUnderway(chainId, row.txid) && (await this.#settle(db, chainId, row));
        if (!isSettled) open += 1;
      }
      if (rows.length < PAGE) return;
    }
  }

  async #settle(db: SqlExecutor, chainId: string, row: OpenSubmission): Promise<boolean> {
    const { logger, sender } = this.#options;
    const nodes = sender.nodes(chainId);
    const outcome = await submit(nodes, row);
    if (!(await isDefinite(outcome, nodes, row))) return false;
    if (sender.isUnderway(chainId, row.txid)) return false;
    await settleSubmission(db, chainId, row.txid, outcome.kind === 'rejected' ? outcome : undefined);
    logger.info({ chainId, txid: row.txid, outcome: outcome.kind }, 'the outcome of a transaction was found out');
    return true;
  }
}

/** A transaction refused because it expires soon may be with another node until it has expired. */
async function isDefinite(outcome: SendOutcome, nodes: readonly SendingNode[], row: OpenSubmission): Promise<boolean> {
  if (outcome.kind === 'sent') return true;
  if (outcome.kind !== 'rejected') return false;
  if (!EXPIRING.test(outcome.message)) return true;
  const expiryHeight = readExpiryHeight(row.raw);
  if (expiryHeight === null) return true;
  try {
    return ((await nodes[0]?.tipHeight()) ?? 0) > expiryHeight;
  } catch (error) {
    if (error instanceof VerusError) return false;
    throw error;
  }
}

function readExpiryHeight(raw: Uint8Array): number | null {
  try {
    return decodeTransaction(raw).expiryHeight;
  } catch (error) {
    if (error instanceof TransactionDecodeError) return null;
    throw error;
  }
}
