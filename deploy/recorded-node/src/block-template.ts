import { elementsAt, membersAt, memberText, withComma } from '@ledgergraph/verus-protocol/json-text';
import type { ChainView } from './chain-view.ts';
import type { ChainBlock } from './recorded-chain.ts';
import { describeSpent, type FindText } from './spent-output.ts';
import { type Edit, makeTemplate, renderTemplate, type TextTemplate } from './text-template.ts';
import { type DescribeSpent, transactionEdits } from './transaction-edits.ts';

export interface BlockTemplate {
  head: TextTemplate;
  transactions: TextTemplate[];
  tail: TextTemplate;
}

/** Confirmations, nextblockhash, proofroot and the spent index depend on the tip. The pos fields do too, but stay as recorded. */
export function cutBlock(block: ChainBlock, findText: FindText): BlockTemplate {
  const { text } = block;
  // An input that was spent only on an abandoned branch has lost these members in the recording.
  const describe: DescribeSpent = (outpoint, recorded) => recorded || describeSpent(findText, outpoint);
  const edits: Edit[] = [];
  let [headEnd, tailStart] = [text.length, text.length];
  let transactions: TextTemplate[] = [];
  for (const member of membersAt(text)) {
    if (member.key === 'confirmations') {
      edits.push({ start: member.start, end: member.end, text: (view) => String(view.confirmations(block)) });
    } else if (member.key === 'proofroot') {
      const { start, end } = member;
      edits.push({ start, end, text: (view) => findActiveRoot(block, view) ?? text.slice(start, end) });
    } else if (member.key === 'nextblockhash') {
      edits.push(withComma(text, member));
    } else if (member.key === 'tx') {
      [headEnd, tailStart] = [member.start, member.end];
      transactions = [...elementsAt(text, member.start)].map(({ start, end }) =>
        makeTemplate(text, start, end, transactionEdits(text, start, describe)),
      );
    }
    // The daemon prints the next block's hash after the previous one's, or in its place.
    if (member.key === (block.previousHash === null ? 'valuePools' : 'previousblockhash')) {
      edits.push({ start: member.end, end: member.end, text: (view) => nextBlockHash(block, view) });
    }
  }
  return {
    head: makeTemplate(
      text,
      0,
      headEnd,
      edits.filter(({ start }) => start < headEnd),
    ),
    transactions,
    tail: makeTemplate(
      text,
      tailStart,
      text.length,
      edits.filter(({ start }) => start >= tailStart),
    ),
  };
}

/** The daemon prints that of the active chain at the height, also for a block that left it. */
function findActiveRoot(block: ChainBlock, view: ChainView): string | undefined {
  const active = view.isActive(block.hash) ? undefined : view.findActive(block.height);
  return active && memberText(active.text, 'proofroot');
}

function nextBlockHash(block: ChainBlock, view: ChainView): string {
  const next = view.isActive(block.hash) ? view.findActive(block.height + 1) : undefined;
  return next === undefined ? '' : `,"nextblockhash":"${next.hash}"`;
}

export function renderBlock(block: ChainBlock, template: BlockTemplate, verbosity: 1 | 2, view: ChainView): string {
  const transactions =
    verbosity === 2
      ? template.transactions.map((transaction) => renderTemplate(transaction, view))
      : block.txids.map((txid) => `"${txid}"`);
  return `${renderTemplate(template.head, view)}[${transactions.join(',')}]${renderTemplate(template.tail, view)}`;
}
