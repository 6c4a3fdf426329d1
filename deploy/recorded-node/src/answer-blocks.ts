import { serializeBlock } from '@ledgergraph/chain-generator/serialize-transaction';
import { parseObject } from '@ledgergraph/verus-protocol/json-text';
import type { NodeState } from './node-state.ts';
import type { JsonParam } from './recorded-answers.ts';
import type { ChainBlock } from './recorded-chain.ts';
import { RPC_CODES, RpcError, wrongType } from './rpc-error.ts';

const HASH_LENGTH = 64;

/** A string is a type error (docs/verus/rpc.md#arguments). */
export function answerBlockHash({ view }: NodeState, [height]: readonly JsonParam[]): string {
  if (!Number.isInteger(height)) throw wrongType('an integer');
  const block = view.findActive(Number(height));
  if (block === undefined) throw new RpcError(RPC_CODES.INVALID_PARAMETER, 'Block height out of range');
  return JSON.stringify(block.hash);
}

/** Verbosity 0: raw, 1: with transaction ids, 2: whole; a bool counts as 0 or 1. */
export function answerBlock(state: NodeState, [which, verbosity = 1]: readonly JsonParam[]): string {
  if (typeof which !== 'string') throw wrongType('a string');
  const level = readVerbosity(verbosity);
  const block = which.length < HASH_LENGTH ? blockAtHeight(state, which) : state.view.findKnown(which);
  if (block === undefined) throw new RpcError(RPC_CODES.NOT_FOUND, 'Block not found');
  if (level === 0) return JSON.stringify(serializeBlock(parseObject(block.text)).toString('hex'));
  return state.renderBlock(block, level);
}

function readVerbosity(verbosity: JsonParam): 0 | 1 | 2 {
  if (typeof verbosity === 'boolean') return verbosity ? 1 : 0;
  if (!Number.isInteger(verbosity)) throw wrongType('an integer');
  if (verbosity === 0 || verbosity === 1 || verbosity === 2) return verbosity;
  throw new RpcError(RPC_CODES.INVALID_PARAMETER, 'Verbosity must be in range from 0 to 2');
}

function blockAtHeight({ view }: NodeState, height: string): ChainBlock | undefined {
  if (!/^-?\d+$/.test(height)) throw new RpcError(RPC_CODES.INVALID_PARAMETER, 'Invalid block height parameter');
  const block = view.findActive(Number(height));
  if (block === undefined) throw new RpcError(RPC_CODES.INVALID_PARAMETER, 'Block height out of range');
  return block;
}
