import type { Call } from '../../method.ts';
import { RPC_CODES, RpcError } from '../../rpc-error.ts';

/** @throws RpcError where a client asks for an earlier block, whose mempool is not known */
export function onlyNow({ asOf }: Pick<Call, 'asOf'>): void {
  if (asOf !== undefined)
    throw new RpcError(RPC_CODES.invalidParameter, 'The mempool is known at the latest block only.');
}
