import { elementsAt, membersAt, withComma } from '@ledgergraph/verus-protocol/json-text';
import type { NodeState } from './node-state.ts';
import type { JsonParam } from './recorded-answers.ts';
import type { ChainBlock } from './recorded-chain.ts';
import { RPC_CODES, RpcError, wrongType } from './rpc-error.ts';
import { describeOwners, describeSpent, describeSpentInPool, type FindText } from './spent-output.ts';
import { makeTemplate, renderTemplate } from './text-template.ts';
import { transactionEdits } from './transaction-edits.ts';

/** `verbose` is an integer; a bool is a type error (docs/verus/rpc.md#arguments). */
export function answerRawTransaction(state: NodeState, [txid, verbose = 0]: readonly JsonParam[]): string {
  if (typeof txid !== 'string') throw wrongType('a string');
  if (!Number.isInteger(verbose)) throw wrongType('an integer');
  const block = state.view.findBlockOfTransaction(txid);
  const known = state.known.find(txid);
  const pooled = state.mempool.pool.has(txid);
  // Genesis's transaction is not in the daemon's transaction index.
  if (known === undefined || (!pooled && (block === undefined || block.height === 0))) {
    throw new RpcError(RPC_CODES.NOT_FOUND, 'No information available about transaction');
  }
  const hex = `"${known.raw.toString('hex')}"`;
  if (verbose === 0) return hex;
  const place = pooled || block === undefined ? '' : `,${renderPlace(state, block)}`;
  return `{"hex":${hex},${renderExpanded(state, known.text, pooled)}${place}}`;
}

/** In this form inputs hold more, and there are no Zat integers. */
function renderExpanded({ known, view }: NodeState, text: string, pooled: boolean): string {
  const findText: FindText = (txid) => known.find(txid)?.text;
  const edits = transactionEdits(
    text,
    0,
    (outpoint, recorded) =>
      pooled ? describeSpentInPool(findText, outpoint) : recorded || describeSpent(findText, outpoint),
    (outpoint) => describeOwners(findText, outpoint),
  );
  for (const member of membersAt(text)) {
    if (member.key === 'valueBalanceZat') edits.push(withComma(text, member));
    if (member.key !== 'vout') continue;
    for (const { start } of elementsAt(text, member.start)) {
      for (const part of membersAt(text, start)) if (part.key === 'valueZat') edits.push(withComma(text, part));
    }
  }
  return renderTemplate(makeTemplate(text, 0, text.length, edits), view).slice(1, -1);
}

/** A transaction in an orphaned block has height -1 and no confirmations. */
function renderPlace({ view }: NodeState, block: ChainBlock): string {
  const active = view.isActive(block.hash);
  const place = {
    blockhash: block.hash,
    height: active ? block.height : -1,
    confirmations: active ? view.confirmations(block) : 0,
    ...(active ? { time: block.time, blocktime: block.time } : {}),
  };
  return JSON.stringify(place).slice(1, -1);
}
