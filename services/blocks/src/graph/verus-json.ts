import { validationError } from '@ledgergraph/graph-kit/errors';
import { CONFIRMATIONS, listTransactions, NEXT_BLOCK, PLACE, SPENT } from '#/texts/mark-texts.ts';
import { fillMarks } from '#/texts/marked-text.ts';
import { writeHeader } from '#/texts/write-header.ts';
import { countConfirmations } from './count-confirmations.ts';
import { findNextHash } from './find-next-hash.ts';
import type { TextKey } from './load-raw.ts';
import type { BlocksContext } from './loaders.ts';
import type { BlockNode, PendingNode, TransactionNode } from './nodes.ts';
import { findSerial, printSpends } from './print-spends.ts';
import { explainMissing } from './raw-bytes.ts';

const VERBOSITY_MAX = 2;

export async function printBlock(
  block: BlockNode,
  { verbosity: given }: { verbosity?: number | null },
  context: BlocksContext,
): Promise<string> {
  const verbosity = given ?? 1;
  if (verbosity < 0 || verbosity > VERBOSITY_MAX) {
    throw validationError('verbosity', `verbosity must be from 0 to ${VERBOSITY_MAX}`);
  }
  context.loaders.rawBudget.take('verusJson', block);
  const { chainId, hash, main, view } = block;
  if (verbosity === 0) {
    const bytes = await readKept({ chainId, kind: 'BLOCK_BYTES', hash }, context);
    return `"${Buffer.from(bytes).toString('hex')}"`;
  }
  const text = await readText({ chainId, kind: main ? 'BLOCK' : 'REMOVED_BLOCK', hash }, context);
  const marked = verbosity === 1 ? listTransactions(text) : text;
  const [spends, fill] = await Promise.all([
    printSpends(marked, view, context, await findSerial(view, context)),
    fillerOf(block, context),
  ]);
  return fillMarks(marked, (mark) => (mark.startsWith(SPENT) ? (spends.get(mark) ?? '') : fill(mark)));
}

export async function printHeader(
  block: BlockNode,
  { verbose }: { verbose?: boolean | null },
  context: BlocksContext,
): Promise<string> {
  const marked = await readText({ chainId: block.chainId, kind: 'HEADER', hash: block.hash }, context);
  if (verbose === false) return `"${writeHeader(marked)}"`;
  return fillMarks(marked, await fillerOf(block, context));
}

export async function printTransaction(node: TransactionNode, _: unknown, context: BlocksContext): Promise<string> {
  const { chainId, txid, main, view, blockHash, height, time } = node;
  context.loaders.rawBudget.take('verusJson', { ...node, hash: txid });
  const marked = await readText({ chainId, kind: main ? 'TRANSACTION' : 'UNMINED_TRANSACTION', hash: txid }, context);
  const spends = await printSpends(marked, view, context, await findSerial(view, context));
  const confirmations = countConfirmations({ main, height, view });
  const place = main
    ? `"height":${height},"confirmations":${confirmations},"time":${time},"blocktime":${time}`
    : '"height":-1,"confirmations":0';
  return fillMarks(marked, (mark) =>
    mark === PLACE ? `,"blockhash":"${blockHash}",${place}` : (spends.get(mark) ?? ''),
  );
}

export async function printPending(node: PendingNode, _: unknown, context: BlocksContext): Promise<string> {
  const { chainId, txid, view, serial } = node;
  context.loaders.rawBudget.take('verusJson', { ...node, hash: txid });
  const marked = await readText({ chainId, kind: 'UNMINED_TRANSACTION', hash: txid }, context);
  const spends = await printSpends(marked, view, context, serial);
  return fillMarks(marked, (mark) => spends.get(mark) ?? '');
}

async function fillerOf(block: BlockNode, context: BlocksContext): Promise<(mark: string) => string> {
  const next = await findNextHash(block, context);
  return (mark) => {
    if (mark === CONFIRMATIONS) return String(countConfirmations(block));
    return mark === NEXT_BLOCK && next !== null ? `,"nextblockhash":"${next}"` : '';
  };
}

async function readText(key: TextKey, context: BlocksContext): Promise<string> {
  return Buffer.from(await readKept(key, context)).toString();
}

async function readKept(key: TextKey, { loaders }: BlocksContext): Promise<Uint8Array> {
  const outcome = await loaders.text.load(key);
  if (outcome.kind === 'raw') return outcome.raw;
  const isTransaction = key.kind.endsWith('TRANSACTION');
  throw explainMissing(
    `the text of ${isTransaction ? 'transaction' : 'block'} ${key.hash}`,
    outcome,
    isTransaction ? { txid: key.hash } : {},
  );
}
