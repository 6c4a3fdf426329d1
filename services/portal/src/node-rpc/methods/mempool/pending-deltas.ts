import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Values } from '#/gateway/gateway-client.ts';
import { connectionPage, listOf, objectOf } from '#/gateway/values.ts';
import type { Call } from '../../method.ts';
import { wholeList } from '../../whole-list.ts';

const PAGE = 20;
const INSIDE = 50;

/** An input or an output of a pending transaction, with the amounts that it takes or brings. */
export interface PendingDelta {
  readonly isSpend: boolean;
  readonly index: number;
  readonly countedFor: readonly string[];
  /** As those of a confirmed one. */
  readonly row: { readonly satoshis: string; readonly currencyValues: readonly Values[] };
  /** The output that an input spends. */
  readonly spent: { readonly txid: string; readonly vout: number } | undefined;
}

export interface PendingTransaction {
  readonly txid: string;
  readonly firstSeenAt: unknown;
  readonly deltas: readonly PendingDelta[];
  /** With the fields of `SENT_OUTPUT`. */
  readonly outputs: readonly Values[];
  /** Satoshis that go into the shielded pools. */
  readonly shielded: bigint;
}

/** @param name selects the name of a currency, or nothing */
export async function* listPending(call: Call, address: string, name: string): AsyncGenerator<PendingTransaction> {
  const [inputs, outputs] = selections(name);
  const query = `query RpcAddressPool($chain: String!, $address: String!, $cursor: String) {
    pendingTransactions(chainId: $chain, address: $address, limit: ${PAGE}, cursor: $cursor) { nextCursor transactions {
      txid firstSeenAt fee vin(limit: ${INSIDE}) ${inputs} vout(limit: ${INSIDE}) ${outputs} } } }`;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const data = await call.ask(query, { chain: call.chain, address, cursor: cursor ?? null });
    const { items, nextCursor } = connectionPage(objectOf(data, 'pendingTransactions'), 'transactions');
    for (const transaction of items) {
      const whole = (list: 'vin' | 'vout', selected: string) => partsOf(call, transaction, list, selected);
      yield read(transaction, await whole('vin', inputs), await whole('vout', outputs));
    }
    cursor = nextCursor;
  }
}

function selections(name: string): [string, string] {
  const tokens = `currencyValues { currencyId satoshis${name} }`;
  return [
    `{ nextCursor inputs { index txid vout countedFor value ${tokens} } }`,
    `{ nextCursor outputs { index addresses script countedFor satoshis ${tokens} } }`,
  ];
}

function partsOf(call: Call, transaction: Values, list: 'vin' | 'vout', selected: string): Promise<readonly Values[]> {
  const query = `query RpcPendingParts($chain: String!, $txid: String!, $limit: Int, $cursor: String) {
    transactionStatus(chainId: $chain, txid: $txid) { pending { ${list}(limit: $limit, cursor: $cursor) ${selected} } } }`;
  const variables = { chain: call.chain, txid: transaction.txid };
  const path = ['transactionStatus', 'pending', list, list === 'vin' ? 'inputs' : 'outputs'];
  return wholeList(call, objectOf(transaction, list), { query, variables, path });
}

function read(transaction: Values, inputs: readonly Values[], outputs: readonly Values[]): PendingTransaction {
  const { txid, firstSeenAt, fee } = transaction;
  const spent = inputs.map(({ value }) => satoshisFromDecimalText(String(value ?? '0')) ?? 0n);
  const paid = outputs.map(({ satoshis }) => BigInt(String(satoshis)));
  const kept = fee === null ? undefined : satoshisFromDecimalText(String(fee));
  return {
    txid: String(txid),
    firstSeenAt,
    deltas: [...inputs.map((input, at) => takenBy(input, spent[at] ?? 0n)), ...outputs.map(broughtBy)],
    outputs,
    shielded: kept === undefined ? 0n : sum(spent) - sum(paid) - kept,
  };
}

function takenBy(input: Values, satoshis: bigint): PendingDelta {
  return {
    isSpend: true,
    index: Number(input.index),
    countedFor: input.countedFor as readonly string[],
    row: {
      satoshis: String(-satoshis),
      currencyValues: listOf(input, 'currencyValues').map((one) => ({ ...one, satoshis: `-${one.satoshis}` })),
    },
    spent: { txid: String(input.txid), vout: Number(input.vout) },
  };
}

function broughtBy(output: Values): PendingDelta {
  return {
    isSpend: false,
    index: Number(output.index),
    countedFor: output.countedFor as readonly string[],
    row: { satoshis: String(output.satoshis), currencyValues: listOf(output, 'currencyValues') },
    spent: undefined,
  };
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
