import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { Network } from '@ledgergraph/graph-kit/network';
import type {
  BlockStreamService,
  ReadBlocksRequestSchema,
  ReadBlocksResponse,
} from '@ledgergraph/proto-schemas/chain/v1/stream';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { inSpan } from '@ledgergraph/service-kit/tracing/spans';
import { BATCH_BLOCKS } from '#/batch-blocks.ts';
import { type Cursor, findCursor, findHighestApplied } from '#/chain/cursor.ts';
import type { SqlClient, SqlExecutor } from '#/db/sql-executor.ts';
import { bytes, hex } from '#/hex.ts';
import { applyBatch, type ReadyBatch, revertTo } from './apply-batch.ts';
import type { BlockHandler } from './block-handler.ts';
import { DecodedBlocks } from './decoded-blocks.ts';
import type { Reporter } from './reporter.ts';

/** A stream that hangs becomes a failing step, which is logged and retried. */
const READ_TIMEOUT_MS = 30_000;

export interface ChainSyncDeps<Tx extends SqlExecutor> {
  consumer: string;
  reporter: Reporter;
  stream: Client<typeof BlockStreamService>;
  db: SqlClient<Tx>;
  handler: BlockHandler<Tx>;
  logger: Logger;
  /** After the answer to a request that reported this block: the stream has saved it by then. */
  onReported?: (place: BlockPlace) => void;
  /** Repeated after a kill -9. Default: BATCH_BLOCKS. */
  batchBlocks?: number;
}

export interface SyncStep {
  kind: 'applied' | 'reverted' | 'at-tip' | 'waiting';
  blocks: number;
  cursor: BlockPlace | null;
  /** With kind `waiting`: a sentence for an operator about the missing part of the announcement. */
  missing?: string;
}

/** Without the decoded blocks, since long-lived objects are costly to collect. */
interface Batch<Tx> extends ReadyBatch<Tx> {
  case: 'batch';
  tipHeight: number | undefined;
}

type Answer<Tx> = { case: 'fork'; candidates: BlockPlace[] } | Batch<Tx>;

/** Live sync, backfill, a missed bell, a restart and a reorganisation are this one path. */
export class ChainSync<Tx extends SqlExecutor> {
  readonly #deps: ChainSyncDeps<Tx>;
  #network: Network;
  /** With the announcement it was prepared by, and the cursor after the previous write. */
  #ahead: { from: Cursor | undefined; network: Network; answer: Promise<Answer<Tx>> } | undefined;

  constructor(deps: ChainSyncDeps<Tx>, network: Network) {
    this.#deps = deps;
    this.#network = network;
  }

  get network(): Network {
    return this.#network;
  }

  /** From the next step on: a batch read ahead by the old announcement is read again. */
  changeNetwork(network: Network): void {
    this.#network = network;
  }

  /** At most one transaction. @throws the error of the stream or the database; nothing is half-written */
  async step(): Promise<SyncStep> {
    const cursor = await findCursor(this.#deps.db, this.network.chainId);
    const missing = this.#deps.handler.findMissing?.(this.network) ?? null;
    if (missing !== null) return { kind: 'waiting', blocks: 0, cursor, missing };
    const answer = await this.#pull(cursor);
    if (answer.case === 'fork') {
      const fork = await this.#revert(cursor, answer.candidates);
      return { kind: 'reverted', blocks: (cursor?.height ?? -1) - (fork?.height ?? -1), cursor: fork };
    }
    const { places, tipHeight } = answer;
    const last = places.at(-1);
    if (last === undefined) return { kind: 'at-tip', blocks: 0, cursor };
    const applied = this.#apply(cursor, answer, last);
    // At the tip a request would only delay the block that has just come.
    if (tipHeight === undefined || tipHeight > last.height) this.#readAhead(last, cursor, applied);
    return { kind: 'applied', blocks: places.length, cursor: await applied };
  }

  async #pull(cursor: Cursor | null): Promise<Answer<Tx>> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    // Waits in any case, since two batches are never prepared at once. After an error the read is repeated.
    const answer = await ahead?.answer.catch(() => undefined);
    // Only if it continues our cursor, which must not have moved since: rows were read meanwhile.
    const continues = cursor !== null && ahead?.from?.hash === cursor.hash && ahead.from.version === cursor.version;
    if (continues && ahead.network === this.network && answer?.case === 'batch' && answer.places.length > 0)
      return answer;
    return this.#read(cursor, { consumer: this.#deps.consumer, ...this.#deps.reporter.next() }, cursor);
  }

  /** @param before settles with the commit of the previous batch */
  #readAhead(from: BlockPlace, applied: BlockPlace | null, before: Promise<unknown>): void {
    // The parent is not applied yet, so the report names another block.
    const { consumer, reporter } = this.#deps;
    const report = applied !== null && {
      ...reporter.next(),
      readingAhead: consumer,
      applied: { height: applied.height, hash: bytes(applied.hash) },
    };
    const answer = this.#read(from, report || {}, applied, before);
    answer.catch(() => undefined);
    this.#ahead = { from: undefined, network: this.network, answer };
  }

  async #read(
    from: BlockPlace | null,
    report: MessageInitShape<typeof ReadBlocksRequestSchema>,
    reported: BlockPlace | null,
    before: Promise<unknown> = Promise.resolve(),
  ): Promise<Answer<Tx>> {
    const response = await this.#deps.stream.readBlocks(
      {
        chainId: this.network.chainId,
        fromHeight: from === null ? 0 : from.height + 1,
        parentHash: from === null ? new Uint8Array() : bytes(from.hash),
        blocksMax: this.#deps.batchBlocks ?? BATCH_BLOCKS,
        kinds: [...(this.#deps.handler.kinds ?? [])],
        ...report,
      },
      { timeoutMs: READ_TIMEOUT_MS },
    );
    if (reported !== null) this.#deps.onReported?.(reported);
    return this.#prepare(from, response.answer, before);
  }

  async #prepare(
    cursor: BlockPlace | null,
    answer: ReadBlocksResponse['answer'],
    before: Promise<unknown>,
  ): Promise<Answer<Tx>> {
    switch (answer.case) {
      case 'fork':
        return {
          case: 'fork',
          candidates: answer.value.candidates.map(({ height, hash }) => ({ height, hash: hex(hash) })),
        };
      case 'batch': {
        const { db, handler } = this.#deps;
        const blocks = new DecodedBlocks(cursor, answer.value.blocks);
        const write = blocks.length > 0 ? await handler.prepare(db, this.network, blocks, before) : writeNothing;
        return { case: 'batch', places: blocks.places(), tipHeight: answer.value.tip?.height, write };
      }
      default:
        throw new Error('the block stream gave neither blocks nor a fork');
    }
  }

  async #apply(cursor: Cursor | null, batch: Batch<Tx>, last: BlockPlace): Promise<Cursor> {
    const applied = await inSpan('indexer.apply', this.#describe((cursor?.height ?? -1) + 1, last.height), () =>
      applyBatch(this.#deps.db, this.network.chainId, cursor, batch),
    );
    if (this.#ahead !== undefined) this.#ahead.from = applied;
    return applied;
  }

  async #revert(cursor: BlockPlace | null, candidates: readonly BlockPlace[]): Promise<BlockPlace | null> {
    if (cursor === null) throw new Error('the block stream sent a fork for an empty cursor');
    const { db, handler, logger } = this.#deps;
    const fork = await findHighestApplied(db, this.network.chainId, candidates);
    const keepHeight = fork?.height ?? -1;
    logger.info({ chain: this.network.name, from: cursor, to: fork }, 'reorganisation: reverting');
    await inSpan('indexer.revert', this.#describe(cursor.height, keepHeight), () =>
      revertTo(db, handler, this.network, cursor, keepHeight),
    );
    return fork;
  }

  #describe(from: number, to: number): Record<string, string | number> {
    return { 'ledgergraph.chain': this.network.name, 'ledgergraph.from_height': from, 'ledgergraph.to_height': to };
  }
}

async function writeNothing(): Promise<void> {}
