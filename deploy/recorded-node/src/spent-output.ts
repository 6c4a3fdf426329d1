import { encodeAddress, parseAddress } from '@ledgergraph/verus-protocol/address';
import { elementsAt, memberOf, memberText } from '@ledgergraph/verus-protocol/json-text';
import type { Outpoint } from './transaction-edits.ts';

/** As in `getblock 2`; undefined where the recording has no such transaction. */
export type FindText = (txid: string) => string | undefined;

/** For protocol outputs the daemon prints an index address, which only a recording of the spender holds. */
export function describeSpent(findText: FindText, outpoint: Outpoint): string {
  const output = findOutput(findText, outpoint);
  if (output === undefined) return '';
  const [address] = output.addresses;
  return `${output.amounts}${address === undefined ? '' : `,"address":"${address}"`}`;
}

/** As `getrawtransaction 1` does: where a block has the index address, this has the hash of the first address as an R-address. */
export function describeSpentInPool(findText: FindText, outpoint: Outpoint): string {
  const output = findOutput(findText, outpoint);
  if (output === undefined) return '';
  const [first] = output.addresses;
  const parsed = first === undefined ? undefined : parseAddress(first);
  const address = parsed?.kind === 'IDENTITY' ? encodeAddress('PUBLIC_KEY_HASH', parsed.hash) : first;
  return `${output.amounts}${address === undefined ? '' : `,"address":"${address}"`}`;
}

export function describeOwners(findText: FindText, outpoint: Outpoint): string {
  const output = findOutput(findText, outpoint);
  if (output === undefined) return '';
  return `,"addresses":${JSON.stringify(output.addresses)},"minrequired":${output.minimumRequired}`;
}

interface SpentOutput {
  amounts: string;
  addresses: string[];
  minimumRequired: number;
}

function findOutput(findText: FindText, { txid, index }: Outpoint): SpentOutput | undefined {
  const transaction = findText(txid);
  const outputs = transaction === undefined ? undefined : memberOf(transaction, 'vout');
  if (transaction === undefined || outputs === undefined) return undefined;
  const span = [...elementsAt(transaction, outputs.start)][Number(index)];
  if (span === undefined) return undefined;
  const text = transaction.slice(span.start, span.end);
  const amounts = ['value', 'valueSat'].map((key) => {
    const amount = memberText(text, key);
    return amount === undefined ? '' : `,"${key}":${amount}`;
  });
  const facts: { scriptPubKey: { addresses?: string[]; reqSigs?: number } } = JSON.parse(text);
  const { addresses = [], reqSigs = 1 } = facts.scriptPubKey;
  return { amounts: amounts.join(''), addresses, minimumRequired: reqSigs };
}
