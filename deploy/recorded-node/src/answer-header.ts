import { serializeHeader } from '@ledgergraph/chain-generator/serialize-transaction';
import { memberText, parseObject } from '@ledgergraph/verus-protocol/json-text';
import type { NodeState } from './node-state.ts';
import type { JsonParam } from './recorded-answers.ts';
import { RPC_CODES, RpcError, wrongType } from './rpc-error.ts';

/** Place of the block's own root in a solution, behind its version and flags and the root before it. */
const BLOCK_ROOT_AT = 40;
const HASH_BYTES = 32;

const FROM_BLOCK = ['hash', 'calchash', 'validationtype', 'postarget', 'confirmations', 'height', 'version'].concat(
  ['merkleroot', 'finalsaplingroot', 'time', 'nonce', 'solution', 'bits', 'difficulty', 'chainwork', 'chainstake'],
  ['segid', 'previousstateroot', 'blockmmrroot', 'previousblockhash', 'nextblockhash'],
);

/** A hash only. `rawposhashbh` is left out: no recording has it. */
export function answerBlockHeader(state: NodeState, [hash, verbose = true]: readonly JsonParam[]): string {
  if (typeof hash !== 'string') throw wrongType('a string');
  if (typeof verbose !== 'boolean') throw wrongType('a boolean');
  const block = state.view.findKnown(hash);
  if (block === undefined) throw new RpcError(RPC_CODES.NOT_FOUND, 'Block not found');
  if (!verbose) return JSON.stringify(serializeHeader(parseObject(block.text)).toString('hex'));
  const text = state.renderBlock(block, 1);
  const members = FROM_BLOCK.flatMap((key) => {
    const value = key === 'blockmmrroot' ? readBlockRoot(text) : memberText(text, SOURCES[key] ?? key);
    return value === undefined ? [] : [`"${key}":${value}`];
  });
  return `{${members.join(',')}}`;
}

const SOURCES: Readonly<Record<string, string>> = { calchash: 'hash', previousstateroot: 'prevmmrroot' };

function readBlockRoot(text: string): string | undefined {
  if (memberText(text, 'prevmmrroot') === undefined) return undefined;
  const solution = Buffer.from((memberText(text, 'solution') ?? '').slice(1, -1), 'hex');
  const root = solution.subarray(BLOCK_ROOT_AT, BLOCK_ROOT_AT + HASH_BYTES).reverse();
  return JSON.stringify(root.toString('hex'));
}
