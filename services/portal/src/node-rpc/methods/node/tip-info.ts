import {
  isJsonObject,
  type JsonObject,
  LosslessNumber,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';
import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, listOf, objectOf } from '#/gateway/values.ts';
import { readNodeAnswer } from '../../answer-of-node.ts';
import { integer } from '../../json.ts';
import type { Call } from '../../method.ts';
import { onlyNow } from '../../only-now.ts';
import { countParams } from '../../read-params.ts';

const ASKED = `query RpcTipInfo($chain: String!, $method: String!) {
  nodeAnswer(chainId: $chain, method: $method) { text error { code message } }
  blocks(chainId: $chain, limit: 1) { blocks { height hash time chainWork } }
}`;

export interface TipInfo {
  /** The node answers about its own tip. */
  info: JsonObject;
  /** The block that is read. */
  block: Values;
}

/** @throws RpcError */
export async function askTipInfo(call: Call, method: string): Promise<TipInfo> {
  countParams(call, 0, 0, method);
  onlyNow(call, 'The node behind answers parts of this,');
  const data = await call.ask(ASKED, { chain: call.chain, method });
  const info = parseLossless(readNodeAnswer(objectOf(data, 'nodeAnswer')));
  const [block] = listOf(objectOf(data, 'blocks'), 'blocks');
  if (!isJsonObject(info) || block === undefined) throw new Error(`the node answered no object to ${method}`);
  return { info, block };
}

/** A node that is ahead of the block that is read knows of a longer chain. */
export function atLeast(value: unknown, height: number): LosslessNumber {
  return value instanceof LosslessNumber && Number(value.value) > height ? value : integer(height);
}

export function heightOf(block: Values): number {
  return Number(cellOf(block, 'height'));
}
