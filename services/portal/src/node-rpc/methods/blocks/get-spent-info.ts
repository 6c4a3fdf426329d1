import { isJsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { objectOf } from '#/gateway/values.ts';
import type { Json } from '../../json.ts';
import type { Call, Method } from '../../method.ts';
import { countParams, hashParam, integerParam } from '../../read-params.ts';
import { invalidAddressOrKey, misused } from '../../rpc-error.ts';
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
    const found =
      txid === undefined
        ? undefined
        : await findTransaction(call, txid, {
            mined: OUTPUT,
            pending: OUTPUT,
            declared: ', $index: Int!',
            variables: { index },
          });
    if (txid === undefined || found?.values.output == null) throw invalidAddressOrKey('Unable to get spent info');
    const { spentBy, spentByPending } = objectOf(found.values, 'output');
    if (spentByPending !== null && call.asOf === undefined)
      return findInput(call, String(spentByPending), { txid, index });
    if (spentBy === null) throw invalidAddressOrKey('Unable to get spent info');
    const spend = objectOf({ spentBy }, 'spentBy');
    return { txid: String(spend.txid), index: Number(spend.index), height: Number(spend.blockHeight) };
  },
};

/** A pending spend has the height -1. */
async function findInput(call: Call, spender: string, output: { txid: string; index: number }): Promise<Json> {
  const pages = call.pages(SPENDER, { chain: call.chain, txid: spender }, [
    'transactionStatus',
    'pending',
    'vin',
    'inputs',
  ]);
  for await (const { items } of pages) {
    const input = items.find(({ txid, vout }) => txid === output.txid && Number(vout) === output.index);
    if (input !== undefined) return { txid: spender, index: Number(input.index), height: -1 };
  }
  throw invalidAddressOrKey('Unable to get spent info');
}
