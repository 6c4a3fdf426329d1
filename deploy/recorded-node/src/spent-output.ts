import { elementsAt, memberOf } from './json-text.ts';
import type { RecordedChain } from './recorded-chain.ts';
import type { Outpoint } from './transaction-edits.ts';

/** The text of a recorded transaction as it stands in its block; undefined where the recording has no such transaction. */
export function findTransactionText(chain: RecordedChain, txid: string): string | undefined {
  const block = chain.blocksOfTransaction.get(txid)?.[0];
  const list = block === undefined ? undefined : memberOf(block.text, 'tx');
  if (block === undefined || list === undefined) return undefined;
  const span = [...elementsAt(block.text, list.start)][block.txids.indexOf(txid)];
  return span === undefined ? undefined : block.text.slice(span.start, span.end);
}

/**
 * Describes the output that an input in `getblock 2` spends: value, valueSat and the output's first address. (For
 * outputs of protocol kinds the daemon prints an index address instead, which no recording holds.)
 */
export function describeSpent(chain: RecordedChain, outpoint: Outpoint): string {
  const output = findOutput(chain, outpoint);
  return output === undefined ? '' : `${output.amounts}${addressMember(output.addresses[0])}`;
}

/** The same in `getrawtransaction 1`, which names one address for plain scripts only, and all that the output has. */
export function describeSpentExpanded(chain: RecordedChain, outpoint: Outpoint): string {
  const output = findOutput(chain, outpoint);
  if (output === undefined) return '';
  const plain = output.type === 'pubkeyhash' || output.type === 'scripthash';
  const owners = `,"addresses":${JSON.stringify(output.addresses)},"minrequired":${output.minimumRequired}`;
  return `${output.amounts}${plain ? addressMember(output.addresses[0]) : ''}${owners}`;
}

function addressMember(address: string | undefined): string {
  return address === undefined ? '' : `,"address":"${address}"`;
}

interface SpentOutput {
  /** The members value and valueSat, verbatim. */
  amounts: string;
  type: string;
  addresses: string[];
  minimumRequired: number;
}

function findOutput(chain: RecordedChain, { txid, index }: Outpoint): SpentOutput | undefined {
  const transaction = findTransactionText(chain, txid);
  const outputs = transaction === undefined ? undefined : memberOf(transaction, 'vout');
  if (transaction === undefined || outputs === undefined) return undefined;
  const span = [...elementsAt(transaction, outputs.start)][Number(index)];
  if (span === undefined) return undefined;
  const text = transaction.slice(span.start, span.end);
  const amounts = ['value', 'valueSat'].map((key) => {
    const member = memberOf(text, key);
    return member === undefined ? '' : `,"${key}":${text.slice(member.start, member.end)}`;
  });
  const facts: { scriptPubKey: { type: string; addresses?: string[]; reqSigs?: number } } = JSON.parse(text);
  const { type, addresses = [], reqSigs = 1 } = facts.scriptPubKey;
  return { amounts: amounts.join(''), type, addresses, minimumRequired: reqSigs };
}
