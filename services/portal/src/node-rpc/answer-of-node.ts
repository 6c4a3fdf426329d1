import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, objectOf } from '#/gateway/values.ts';
import { type Json, RawJson, writeJson } from './json.ts';
import type { Call } from './method.ts';
import { RpcError } from './rpc-error.ts';

const ASKED = `query RpcNodeAnswer($chain: String!, $method: String!, $params: String!) {
  nodeAnswer(chainId: $chain, method: $method, params: $params) { text error { code message } }
}`;

/**
 * For what our rows do not know.
 * @param params absent: those of the call
 * @throws RpcError of the node; Refusal where none answers
 */
export async function answerOfNode(
  call: Call,
  method: string,
  params: readonly Json[] = call.params,
): Promise<RawJson> {
  const data = await call.ask(ASKED, { chain: call.chain, method, params: writeJson(params) });
  return new RawJson(readNodeAnswer(objectOf(data, 'nodeAnswer')));
}

/** @returns JSON text @throws RpcError */
export function readNodeAnswer(answer: Values): string {
  if (answer.error == null) return String(cellOf(answer, 'text'));
  const error = objectOf(answer, 'error');
  throw new RpcError(Number(error.code), String(error.message));
}
