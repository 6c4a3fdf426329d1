import {
  elementsAt,
  type Member,
  memberOf,
  membersAt,
  memberText,
  withComma,
} from '@ledgergraph/verus-protocol/json-text';
import { type Edit, listMarks, markText, replaceBetween } from './marked-text.ts';

/** Places of what depends on the block that is read. An output's mark is `${SPENT}<txid>:<index>`; the first one of transactions lists their txids. */
export const CONFIRMATIONS = 'c';
export const NEXT_BLOCK = 'n';
const TRANSACTIONS_START = '[';
const TRANSACTIONS_END = ']';
export const PLACE = 'p';
export const SPENT = 's';

const SPENT_MEMBERS = new Set(['spentTxId', 'spentIndex', 'spentHeight']);
const PLACE_MEMBERS = new Set(['blockhash', 'height', 'confirmations', 'time', 'blocktime']);

export interface MarkedText {
  marked: string;
  /** Its hash, or txid. */
  hash: string;
  /** True while the node had it on its active chain: only then does it know what the inputs spend. */
  isActive: boolean;
}

/** @param text of `getblock <hash> 2` */
export function markBlock(text: string): MarkedText & { txids: string[] } {
  const edits: Edit[] = [];
  const txids: string[] = [];
  for (const member of membersAt(text)) {
    if (member.key !== 'tx') continue;
    for (const { start } of elementsAt(text, member.start)) {
      const txid = readString(text, 'txid', start);
      txids.push(txid);
      edits.push(...spentEdits(text, start, txid));
    }
    edits.push({ start: member.start, end: member.start, mark: `${TRANSACTIONS_START}${txids.join(',')}` });
    edits.push({ start: member.end, end: member.end, mark: TRANSACTIONS_END });
  }
  return { ...markChainMembers(text, 'valuePools', edits), txids };
}

/** @param marked of `markBlock` @returns with txids in place of transactions */
export function listTransactions(marked: string): string {
  const txids = listMarks(marked).find((mark) => mark.startsWith(TRANSACTIONS_START)) ?? '';
  const list = txids.slice(TRANSACTIONS_START.length).replaceAll(',', '","');
  return replaceBetween(marked, txids, TRANSACTIONS_END, `["${list}"]`);
}

/** @param text of `getblockheader <hash> true` */
export function markHeader(text: string): MarkedText & { merkleRoot: string } {
  const merkleRoot = readString(text, 'merkleroot');
  return { ...markChainMembers(text, [...membersAt(text)].at(-1)?.key ?? '', []), merkleRoot };
}

/** @param text of `getrawtransaction <txid> 1` */
export function markTransaction(text: string): MarkedText & { hex: string } {
  const txid = readString(text, 'txid');
  const members = [...membersAt(text)];
  const place = members.filter(({ key }) => PLACE_MEMBERS.has(key));
  const end = text.lastIndexOf('}');
  const edits: Edit[] = [
    ...place.map((member) => withComma(text, member)),
    { start: end, end, mark: PLACE },
    ...spentEdits(text, 0, txid),
  ];
  const hex = readString(text, 'hex');
  return { marked: markText(text, edits), hash: txid, hex, isActive: hasConfirmations(text, place) };
}

/** The next block's hash follows the previous one's, or what is printed before it at genesis. */
function markChainMembers(text: string, beforeNext: string, edits: Edit[]): MarkedText {
  const members = [...membersAt(text)];
  const last = members.some(({ key }) => key === 'previousblockhash') ? 'previousblockhash' : beforeNext;
  for (const member of members) {
    if (member.key === 'confirmations') edits.push({ start: member.start, end: member.end, mark: CONFIRMATIONS });
    if (member.key === 'nextblockhash') edits.push(withComma(text, member));
    if (member.key === last) edits.push({ start: member.end, end: member.end, mark: NEXT_BLOCK });
  }
  const hash = readString(text, 'hash');
  return { marked: markText(text, edits), hash, isActive: hasConfirmations(text, members) };
}

function spentEdits(text: string, at: number, txid: string): Edit[] {
  const outputs = memberOf(text, 'vout', at);
  if (outputs === undefined) return [];
  return [...elementsAt(text, outputs.start)].flatMap(({ start }) => {
    const members = [...membersAt(text, start)];
    const [n, script] = ['n', 'scriptPubKey'].map((name) => members.find(({ key }) => key === name));
    if (n === undefined || script === undefined) return [];
    const mark = `${SPENT}${txid}:${text.slice(n.start, n.end)}`;
    const printed = members.filter(({ key }) => SPENT_MEMBERS.has(key)).map((member) => withComma(text, member));
    return [{ start: script.end, end: script.end, mark }, ...printed];
  });
}

function hasConfirmations(text: string, members: readonly Member[]): boolean {
  const member = members.find(({ key }) => key === 'confirmations');
  return member !== undefined && Number(text.slice(member.start, member.end)) > 0;
}

function readString(text: string, key: string, at = 0): string {
  return memberText(text, key, at)?.slice(1, -1) ?? '';
}
