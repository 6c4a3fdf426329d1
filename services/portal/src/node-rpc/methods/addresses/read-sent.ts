import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Values } from '#/gateway/gateway-client.ts';
import { listOf, objectOf } from '#/gateway/values.ts';
import type { JsonMembers } from '../../json.ts';
import type { Call } from '../../method.ts';
import { wholeList } from '../../whole-list.ts';
import { SENT_OUTPUT, sentMembers } from './sent-members.ts';

const TRANSACTIONS_AT_ONCE = 20;
const SENT = `query RpcSent($chain: String!, $txids: [String!]!) {
  transactions(chainId: $chain, txids: $txids) {
    txid valueIn valueOut fee vout(limit: 100) { nextCursor outputs { ${SENT_OUTPUT} } } } }`;
const OUTPUTS = `query RpcSentOutputs($chain: String!, $txid: String!, $limit: Int, $cursor: String) {
  transaction(chainId: $chain, txid: $txid) { vout(limit: $limit, cursor: $cursor) { nextCursor outputs { ${SENT_OUTPUT} } } } }`;

/** Payments of each transaction, by txid. */
export async function readSent(call: Call, txids: readonly string[]): Promise<Map<string, JsonMembers>> {
  const { chainId } = await call.block();
  const distinct = [...new Set(txids)];
  const sent = new Map<string, JsonMembers>();
  for (let start = 0; start < distinct.length; start += TRANSACTIONS_AT_ONCE) {
    const wanted = distinct.slice(start, start + TRANSACTIONS_AT_ONCE);
    const found = listOf(await call.ask(SENT, { chain: call.chain, txids: wanted }), 'transactions');
    for (const transaction of found) {
      const outputs = await outputsOf(call, transaction);
      sent.set(String(transaction.txid), sentMembers({ chainId, outputs, shielded: shieldedOf(transaction) }));
    }
  }
  return sent;
}

function outputsOf(call: Call, transaction: Values): Promise<readonly Values[]> {
  const variables = { chain: call.chain, txid: transaction.txid };
  const path = ['transaction', 'vout', 'outputs'];
  return wholeList(call, objectOf(transaction, 'vout'), { query: OUTPUTS, variables, path });
}

/** Value that goes into the shielded pools, in satoshis; the fee of an import is not known, and it shields nothing. */
function shieldedOf({ valueIn, valueOut, fee }: Values): bigint {
  if (valueIn === null || fee === null) return 0n;
  const [paid, received, kept] = [valueIn, valueOut, fee].map((value) => satoshisFromDecimalText(String(value)));
  return (paid ?? 0n) - (received ?? 0n) - (kept ?? 0n);
}
