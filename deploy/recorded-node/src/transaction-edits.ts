import { elementsAt, type Member, membersAt, withComma } from '@ledgergraph/verus-protocol/json-text';
import type { Edit } from './text-template.ts';

/** From the spent index: known only while the active chain spends that output. */
const INPUT_MEMBERS = ['value', 'valueSat', 'address'];
const OWNER_MEMBERS = ['addresses', 'minrequired'];
const OUTPUT_MEMBERS = ['spentTxId', 'spentIndex', 'spentHeight'];

export interface Outpoint {
  txid: string;
  index: string;
}

/** Each member has a comma before it. @param recorded empty where the daemon no longer knew the output */
export type DescribeSpent = (outpoint: Outpoint, recorded: string) => string;

/** Each has a comma before it; `getblock` has none. */
export type DescribeOwners = (outpoint: Outpoint) => string;

export function transactionEdits(
  text: string,
  at: number,
  describe: DescribeSpent,
  describeOwners: DescribeOwners = () => '',
): Edit[] {
  const edits: Edit[] = [];
  let txid = '';
  for (const { key, start, end } of membersAt(text, at)) {
    if (key === 'txid') txid = text.slice(start + 1, end - 1);
    if (key === 'vin')
      for (const input of elementsAt(text, start))
        edits.push(...inputEdits(text, input.start, describe, describeOwners));
    if (key === 'vout')
      for (const output of elementsAt(text, start)) edits.push(...outputEdits(text, output.start, txid));
  }
  return edits;
}

function inputEdits(text: string, at: number, describe: DescribeSpent, describeOwners: DescribeOwners): Edit[] {
  const members = readMembers(text, at);
  const [txid, index, script] = [members.get('txid'), members.get('vout'), members.get('scriptSig')];
  // A coinbase spends nothing.
  if (txid === undefined || index === undefined || script === undefined) return [];
  const outpoint = { txid: text.slice(txid.start + 1, txid.end - 1), index: text.slice(index.start, index.end) };
  const recorded = INPUT_MEMBERS.flatMap((key) => members.get(key) ?? []);
  const spent = describe(outpoint, recorded.map(({ keyStart, end }) => `,${text.slice(keyStart, end)}`).join(''));
  const owners = OWNER_MEMBERS.flatMap((key) => members.get(key) ?? []);
  return [
    { start: index.end, end: index.end, text: () => describeOwners(outpoint) },
    {
      start: script.end,
      end: script.end,
      text: (view) => (view.findSpender(outpoint.txid, outpoint.index) === undefined ? '' : spent),
    },
    ...[...recorded, ...owners].map((member) => withComma(text, member)),
  ];
}

function outputEdits(text: string, at: number, txid: string): Edit[] {
  const members = readMembers(text, at);
  const [script, n] = [members.get('scriptPubKey'), members.get('n')];
  if (script === undefined || n === undefined) return [];
  const index = text.slice(n.start, n.end);
  return [
    {
      start: script.end,
      end: script.end,
      text: (view) => {
        const spend = view.findSpender(txid, index);
        if (spend === undefined) return '';
        return `,"spentTxId":"${spend.txid}","spentIndex":${spend.inputIndex},"spentHeight":${spend.height}`;
      },
    },
    ...OUTPUT_MEMBERS.flatMap((key) => members.get(key) ?? []).map((member) => withComma(text, member)),
  ];
}

function readMembers(text: string, at: number): Map<string, Member> {
  return new Map([...membersAt(text, at)].map((member) => [member.key, member]));
}
