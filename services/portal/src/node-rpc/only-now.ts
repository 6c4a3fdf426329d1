import type { Call } from './method.ts';
import { RPC_CODES, RpcError } from './rpc-error.ts';

/** @param what completes "… at the latest block only." @throws RpcError where a client asks for an earlier block */
export function onlyNow({ asOf }: Pick<Call, 'asOf'>, what = 'The mempool is known'): void {
  if (asOf !== undefined) throw new RpcError(RPC_CODES.invalidParameter, `${what} at the latest block only.`);
}
