import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, objectOf } from '#/gateway/values.ts';
import { type Json, RawJson, writeJson } from './json.ts';
import type { Call } from './method.ts';
import { onlyNow } from './only-now.ts';
import { RpcError } from './rpc-error.ts';

const ASKED = `query RpcNodeAnswer($chain: String!, $method: String!, $params: String!) {
  nodeAnswer(chainId: $chain, method: $method, params: $params) { text error { code message } }
}`;

/**
 * For what our rows do not know.
 * @param params name the block themselves; absent: those of the call, which the node answers at its tip
 * @throws RpcError of the node, and for an earlier block without params; Refusal where no node answers
 */
export async function answerOfNode(call: Call, method: string, params?: readonly Json[]): Promise<RawJson> {
  if (params === undefined) onlyNow(call, 'The node behind answers this,');
  const given = writeJson(params ?? call.params);
  const data = await call.ask(ASKED, { chain: call.chain, method, params: given });
  return new RawJson(readNodeAnswer(objectOf(data, 'nodeAnswer')));
}

/** @returns JSON text @throws RpcError */
export function readNodeAnswer(answer: Values): string {
  if (answer.error == null) return String(cellOf(answer, 'text'));
  const error = objectOf(answer, 'error');
  throw new RpcError(Number(error.code), String(error.message));
}
