import { cellOf, objectOf } from '#/gateway/values.ts';
import type { Method } from '../../method.ts';
import { readInteger } from '../../read-options.ts';
import { countParams } from '../../read-params.ts';
import { RPC_CODES, RpcError } from '../../rpc-error.ts';

const HASH = `query RpcBlockHash($chain: String!, $height: BigInt!) {
  block(chainId: $chain, height: $height) { hash } }`;

export const getBlockHash: Method = {
  name: 'getblockhash',
  family: 'blocks',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 1, 1, 'getblockhash index');
    const height = readInteger(call.params[0]);
    const data = height < 0 ? {} : await call.ask(HASH, { chain: call.chain, height });
    if (data.block == null) throw new RpcError(RPC_CODES.invalidParameter, 'Block height out of range');
    return String(cellOf(objectOf(data, 'block'), 'hash'));
  },
};
