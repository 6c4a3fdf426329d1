import { isJsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { objectIn } from '#/gateway/values.ts';
import type { Json } from '../../json.ts';
import type { Call, Method } from '../../method.ts';
import { countParams, hashParam, integerParam } from '../../read-params.ts';
import { invalidAddressOrKey, misused, type RpcError } from '../../rpc-error.ts';
import { findTransaction } from './find-transaction.ts';

const USAGE = 'getspentinfo {"txid": "txid", "index": n}';
const OUTPUT = 'output(index: $index) { spentBy { txid index blockHeight } spentByPending }';
const SPENDER = `query RpcSpender($chain: String!, $txid: String!, $limit: Int, $cursor: String) {
  transactionStatus(chainId: $chain, txid: $txid) { pending {
    vin(limit: $limit, cursor: $cursor) { nextCursor inputs { index txid vout } } } } }`;

export const getSpentInfo: Method = {
  name: 'getspentinfo',
  family: 'addresses',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 1, 1, USAGE);
    const [asked] = call.params;
    if (!isJsonObject(asked)) throw misused(USAGE);
    if (typeof asked.txid !== 'string' || !(asked.index instanceof LosslessNumber))
      throw invalidAddressOrKey('Invalid txid or index');
    const txid = hashParam(asked.txid, 'txid');
    const index = integerParam(asked.index);
    const found = await findTransaction(call, txid, { mined: OUTPUT, pending: OUTPUT, index });
    const output = found && objectIn(found.values, 'output');
    if (output === undefined || txid === undefined) throw unknown();
    if (output.spentByPending !== null && call.asOf === undefined)
      return findInput(call, String(output.spentByPending), { txid, index });
    const spend = objectIn(output, 'spentBy');
    if (spend === undefined) throw unknown();
    return { txid: String(spend.txid), index: Number(spend.index), height: Number(spend.blockHeight) };
  },
};

/** A pending spend has the height -1. */
async function findInput(call: Call, spender: string, output: { txid: string; index: number }): Promise<Json> {
  const path = ['transactionStatus', 'pending', 'vin', 'inputs'];
  for await (const { items } of call.pages(SPENDER, { chain: call.chain, txid: spender }, path)) {
    const input = items.find(({ txid, vout }) => txid === output.txid && Number(vout) === output.index);
    if (input !== undefined) return { txid: spender, index: Number(input.index), height: -1 };
  }
  throw unknown();
}

function unknown(): RpcError {
  return invalidAddressOrKey('Unable to get spent info');
}
