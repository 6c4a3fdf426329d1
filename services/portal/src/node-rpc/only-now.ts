import type { Call } from './method.ts';
import { invalidParameter } from './rpc-error.ts';

/** @param what completes "… at the latest block only." @throws RpcError where a client asks for an earlier block */
export function onlyNow({ asOf }: Pick<Call, 'asOf'>, what = 'The mempool is known'): void {
  if (asOf !== undefined) throw invalidParameter(`${what} at the latest block only.`);
}
