import { isJsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { Json } from '../../json.ts';
import type { Call, Method } from '../../method.ts';
import { countParams, integerParam } from '../../read-params.ts';

const BLOCKS = `query RpcBlockHashes($chain: String!, $from: DateTime!, $to: DateTime!, $limit: Int, $cursor: String) {
  blocks(chainId: $chain, fromTime: $from, toTime: $to, order: ASC, limit: $limit, cursor: $cursor) {
    nextCursor blocks { hash time } } }`;

/** No block's time is so far behind that of an earlier one: nodes accept two hours of the future. */
const LOOK_BACK_S = 3 * 3_600;
const MS_PER_SECOND = 1_000;

export const getBlockHashes: Method = {
  name: 'getblockhashes',
  family: 'blocks',
  answeredBy: 'rows',
  /** Blocks of the main chain, whatever `noOrphans` is. */
  async run(call) {
    countParams(call, 2, 3, 'getblockhashes high low ( {"noOrphans": false, "logicalTimes": false} )');
    const [high, low] = call.params.slice(0, 2).map(integerParam);
    const [, , options] = call.params;
    const withTimes = isJsonObject(options) && options.logicalTimes === true;
    return listHashes(call, Math.max(low ?? 0, 0), high ?? 0, withTimes);
  },
};

/** A block's logical time is its own, or a second after that of the block below if it is not later. */
async function* listHashes(call: Call, low: number, high: number, withTimes: boolean): AsyncGenerator<Json> {
  if (high <= low) return;
  const variables = { chain: call.chain, from: instant(Math.max(low - LOOK_BACK_S, 0)), to: instant(high - 1) };
  let logical = 0;
  for await (const { items } of call.pages(BLOCKS, variables, ['blocks', 'blocks'])) {
    for (const { hash, time } of items) {
      logical = Math.max(Number(time), logical + 1);
      if (logical < low || logical >= high) continue;
      yield withTimes ? { blockhash: String(hash), logicalts: logical } : String(hash);
    }
  }
}

function instant(seconds: number): string {
  return new Date(seconds * MS_PER_SECOND).toISOString();
}
