import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Values } from '#/gateway/gateway-client.ts';
import { listOf, objectOf } from '#/gateway/values.ts';
import { RawJson, writeJson } from '../../json.ts';
import type { Call } from '../../method.ts';
import { wholeList } from '../../whole-list.ts';
import { SENT_OUTPUT, sentMembers } from './sent-members.ts';

const TRANSACTIONS_AT_ONCE = 20;
const SENT = `query RpcSent($chain: String!, $txids: [String!]!) {
  transactions(chainId: $chain, txids: $txids) {
    txid valueIn valueOut fee vout(limit: 100) { nextCursor outputs { ${SENT_OUTPUT} } } } }`;
const OUTPUTS = `query RpcSentOutputs($chain: String!, $txid: String!, $limit: Int, $cursor: String) {
  transaction(chainId: $chain, txid: $txid) { vout(limit: $limit, cursor: $cursor) { nextCursor outputs { ${SENT_OUTPUT} } } } }`;

export interface DeltaWithSent {
  readonly delta: Values;
  /** Payments of the transaction that spends. */
  readonly sent: RawJson | undefined;
}

export function isSpend({ spent }: Values): boolean {
  return spent !== null;
}

/** Payments may be many times as much as the deltas, so those of few transactions are held, and each one that is repeated is a row. */
export async function* withSent(call: Call, deltas: readonly Values[]): AsyncGenerator<DeltaWithSent, void, void> {
  for (const { part, txids } of partsOf(deltas)) {
    const sent = await readSent(call, [...txids]);
    const printed = new Set<Sent>();
    for (const delta of part) {
      const own = isSpend(delta) ? sent.get(String(delta.txid)) : undefined;
      if (own !== undefined && printed.has(own)) await call.charge(own.payments);
      if (own !== undefined) printed.add(own);
      yield { delta, sent: own?.text };
    }
  }
}

/** All of a transaction are in one part. */
function* partsOf(deltas: readonly Values[]): Generator<{ part: Values[]; txids: Set<string> }, void, void> {
  let part: Values[] = [];
  let txids = new Set<string>();
  for (const delta of deltas) {
    const txid = String(delta.txid);
    if (isSpend(delta) && txids.size === TRANSACTIONS_AT_ONCE && !txids.has(txid)) {
      yield { part, txids };
      part = [];
      txids = new Set();
    }
    if (isSpend(delta)) txids.add(txid);
    part.push(delta);
  }
  yield { part, txids };
}

interface Sent {
  text: RawJson;
  payments: number;
}

/** By txid. @param txids at most 20 */
async function readSent(call: Call, txids: readonly string[]): Promise<Map<string, Sent>> {
  const sent = new Map<string, Sent>();
  if (txids.length === 0) return sent;
  const { chainId } = await call.block();
  for (const transaction of listOf(await call.ask(SENT, { chain: call.chain, txids }), 'transactions')) {
    const outputs = await outputsOf(call, transaction);
    const members = sentMembers({ chainId, outputs, shielded: shieldedOf(transaction) });
    sent.set(String(transaction.txid), { text: new RawJson(writeJson(members)), payments: outputs.length });
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
