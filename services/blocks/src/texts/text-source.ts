import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import { merkleRoot } from '@ledgergraph/verus-protocol/merkle-root';
import { hashTransaction } from '@ledgergraph/verus-protocol/transaction-hash';
import { type BlockKey, findBlocksByHash } from '#/db/find-blocks.ts';
import { pruneKept } from '#/db/raw-rows.ts';
import { saveTexts } from '#/db/text-rows.ts';
import type { AskingNode } from '#/following/client-nodes.ts';
import type { RawOutcome } from '#/raw/raw-outcome.ts';
import type { RawSource } from '#/raw/raw-source.ts';
import { VerusRpcError } from '#/verus-rpc/errors.ts';
import { type MarkedText, markBlock, markHeader, markTransaction } from './mark-texts.ts';
import { readBlockBytes } from './read-block-bytes.ts';
import { readTextKey, type TextKind } from './text-kinds.ts';

const NOT_FOUND = -5;
/** No answer of the api is longer; callers wait for eight seconds. */
const LIMITS = { bytesMax: 32 * 1024 * 1024, ms: 5_000 };

const CALLS = {
  BLOCK: ['getblock', 2],
  BLOCK_BYTES: ['getblock', 0],
  REMOVED_BLOCK: ['getblock', 2],
  HEADER: ['getblockheader', true],
  TRANSACTION: ['getrawtransaction', 1],
  UNMINED_TRANSACTION: ['getrawtransaction', 1],
} as const satisfies Record<TextKind, readonly [string, number | boolean]>;

/** Texts with marks at what depends on the block that is read. */
export const TEXT_SOURCE: RawSource<{ textNodes(): readonly AskingNode[] }> = {
  what: 'the texts of blocks and transactions',
  /** A full block is some 10 MB of text. */
  batch: 1,
  nodes: (chain) => chain.textNodes().map((node) => (keys) => Promise.all(keys.map((key) => ask(node, key)))),
  judge: (db, chainId, key, answer) => {
    const { kind, hash } = readTextKey(key);
    if (kind === 'BLOCK_BYTES') return judgeBytes(db, { chainId, hash }, answer);
    const text = Buffer.from(answer).toString();
    return kind.endsWith('TRANSACTION')
      ? judgeTransaction(kind, hash, text)
      : judgeBlock(db, { chainId, hash }, kind, text);
  },
  save: (db, chainId, rows) =>
    saveTexts(
      db,
      chainId,
      rows.map(({ key, raw }) => ({ ...readTextKey(key), raw })),
    ),
  prune: (db, chainId, bytesMax) => pruneKept(db, 'node_text', chainId, bytesMax),
};

async function ask(node: AskingNode, key: string): Promise<Uint8Array | null> {
  const { kind, hash } = readTextKey(key);
  const [method, verbosity] = CALLS[kind];
  try {
    const text = await node.ask(method, JSON.stringify([hash, verbosity]), LIMITS);
    return kind === 'BLOCK_BYTES' ? Buffer.from(text.slice(1, -1), 'hex') : Buffer.from(text);
  } catch (error) {
    if (error instanceof VerusRpcError && error.code === NOT_FOUND) return null;
    throw error;
  }
}

function judgeTransaction(kind: TextKind, txid: string, text: string): RawOutcome {
  const transaction = markTransaction(text);
  const isRight = transaction.hash === txid && hashTransaction(Buffer.from(transaction.hex, 'hex')) === txid;
  return isRight ? toOutcome(kind, transaction) : { kind: 'mismatch' };
}

async function judgeBlock(db: SqlExecutor, key: BlockKey, kind: TextKind, text: string): Promise<RawOutcome> {
  const block = kind === 'HEADER' ? markHeader(text) : markBlock(text);
  const root = 'txids' in block ? rootOf(block.txids) : block.merkleRoot;
  const [known] = await findBlocksByHash(db, [key]);
  const isRight = block.hash === key.hash && known?.merkleRoot === root;
  return isRight ? toOutcome(kind, block) : { kind: 'mismatch' };
}

async function judgeBytes(db: SqlExecutor, key: BlockKey, raw: Uint8Array): Promise<RawOutcome> {
  const block = readBlockBytes(raw);
  const [known] = await findBlocksByHash(db, [key]);
  if (block === undefined || known === undefined) return { kind: 'mismatch' };
  const { merkleRoot: root, previousHash } = known;
  const isLinked =
    block.merkleRoot === root && block.previousHash === previousHash.padEnd(block.previousHash.length, '0');
  return isLinked && rootOf(block.txids) === root ? { kind: 'raw', raw } : { kind: 'mismatch' };
}

/** A node whose chain lacks the block prints its inputs without values. */
function toOutcome(kind: TextKind, { marked, isActive }: Pick<MarkedText, 'marked' | 'isActive'>): RawOutcome {
  const raw = Buffer.from(marked);
  if (kind === 'HEADER') return { kind: 'raw', raw };
  if (kind === 'REMOVED_BLOCK' || kind === 'UNMINED_TRANSACTION') return { kind: 'raw', raw, isPassing: true };
  return isActive ? { kind: 'raw', raw } : { kind: 'away' };
}

function rootOf(txids: readonly string[]): string {
  return txids.length === 0 ? '' : hex(merkleRoot(txids.map((txid) => Buffer.from(txid, 'hex'))));
}
