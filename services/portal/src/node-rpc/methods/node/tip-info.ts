import { parseObject } from '@ledgergraph/verus-protocol/json-text';
import { type JsonObject, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, listOf, objectOf } from '#/gateway/values.ts';
import { readNodeAnswer } from '../../answer-of-node.ts';
import { integer } from '../../json.ts';
import type { Method } from '../../method.ts';
import { onlyNow } from '../../only-now.ts';
import { countParams } from '../../read-params.ts';

const ASKED = `query RpcTipInfo($chain: String!, $method: String!) {
  nodeAnswer(chainId: $chain, method: $method) { text error { code message } }
  blocks(chainId: $chain, limit: 1) { blocks { height hash time chainWork } }
}`;

export const TIP_INFO: readonly Method[] = [
  tipInfo('getinfo', (info, block, height) => {
    info.longestchain = atLeast(info.longestchain, height);
    info.tiptime = integer(Number(cellOf(block, 'time')));
  }),
  tipInfo('getblockchaininfo', (info, block, height) => {
    info.headers = atLeast(info.headers, height);
    info.bestblockhash = String(cellOf(block, 'hash'));
    info.chainwork = String(cellOf(block, 'chainWork'));
  }),
];

/** The node answers about its own tip. @param correct writes what belongs to the block that is read */
function tipInfo(name: string, correct: (info: JsonObject, block: Values, height: number) => void): Method {
  return {
    name,
    family: 'node',
    answeredBy: 'node',
    async run(call) {
      countParams(call, 0, 0, name);
      onlyNow(call, 'The node behind answers parts of this,');
      const data = await call.ask(ASKED, { chain: call.chain, method: name });
      const info = parseObject(readNodeAnswer(objectOf(data, 'nodeAnswer')));
      const [block] = listOf(objectOf(data, 'blocks'), 'blocks');
      if (block === undefined) throw new Error('the graph answered no block');
      const height = Number(cellOf(block, 'height'));
      info.blocks = integer(height);
      correct(info, block, height);
      return info;
    },
  };
}

/** A node that is ahead of the block that is read knows of a longer chain. */
function atLeast(value: unknown, height: number): LosslessNumber {
  return value instanceof LosslessNumber && Number(value.value) > height ? value : integer(height);
}
