import { cellOf, objectIn } from '#/gateway/values.ts';
import type { Method } from '../../method.ts';
import { countParams, integerParam } from '../../read-params.ts';
import { invalidParameter } from '../../rpc-error.ts';

const HASH = `query RpcBlockHash($chain: String!, $height: BigInt!) {
  block(chainId: $chain, height: $height) { hash } }`;

export const getBlockHash: Method = {
  name: 'getblockhash',
  family: 'blocks',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 1, 1, 'getblockhash index');
    const height = integerParam(call.params[0]);
    const block = height < 0 ? undefined : objectIn(await call.ask(HASH, { chain: call.chain, height }), 'block');
    if (block === undefined) throw invalidParameter('Block height out of range');
    return String(cellOf(block, 'hash'));
  },
};
