import { LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { cellOf, objectIn } from '#/gateway/values.ts';
import { RawJson } from '../../json.ts';
import type { Call, Method } from '../../method.ts';
import { countParams, flagParam, integerParam, readHash, textParam } from '../../read-params.ts';
import { invalidAddressOrKey, invalidParameter, RPC_CODES, RpcError } from '../../rpc-error.ts';

const BLOCK = `query RpcBlock($chain: String!, $height: BigInt, $hash: String, $verbosity: Int) {
  block(chainId: $chain, height: $height, hash: $hash) { text: verusJson(verbosity: $verbosity) } }`;
const HEADER = `query RpcBlockHeader($chain: String!, $hash: String!, $verbose: Boolean) {
  block(chainId: $chain, hash: $hash) { text: verusHeaderJson(verbose: $verbose) } }`;

const HASH_LENGTH = 64;
const HEIGHT_MAX = 2 ** 31 - 1;

export const getBlock: Method = {
  name: 'getblock',
  family: 'blocks',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 1, 2, 'getblock "hash|height" ( verbosity )');
    const [which, level] = call.params;
    const name = textParam(which);
    const verbosity = level === undefined ? 1 : readVerbosity(level);
    if (name.length < HASH_LENGTH) return findText(call, BLOCK, { height: readHeight(name), verbosity }, outOfRange());
    return findText(call, BLOCK, { hash: readHash(name), verbosity }, notFound());
  },
};

export const getBlockHeader: Method = {
  name: 'getblockheader',
  family: 'blocks',
  answeredBy: 'rows',
  async run(call) {
    countParams(call, 1, 2, 'getblockheader "hash" ( verbose )');
    const [hash, verbose] = call.params;
    const variables = { hash: readHash(textParam(hash)), verbose: verbose === undefined || flagParam(verbose) };
    return findText(call, HEADER, variables, notFound());
  },
};

function readVerbosity(level: Call['params'][number]): number {
  if (!(level instanceof LosslessNumber)) return flagParam(level) ? 1 : 0;
  const verbosity = integerParam(level);
  if (verbosity >= 0 && verbosity <= 2) return verbosity;
  throw invalidParameter('Verbosity must be in range from 0 to 2');
}

function readHeight(text: string): number {
  if (/^\d+$/.test(text) && Number(text) <= HEIGHT_MAX) return Number(text);
  throw invalidParameter('Invalid block height parameter');
}

/** Without a hash there is nothing to look for, but the call is paid. */
async function findText(
  call: Call,
  query: string,
  variables: { height?: number; hash?: string | undefined; verbosity?: number; verbose?: boolean },
  otherwise: RpcError,
): Promise<RawJson> {
  if (variables.height === undefined && variables.hash === undefined) throw otherwise;
  const block = objectIn(await call.ask(query, { chain: call.chain, ...variables }), 'block');
  if (block === undefined) throw otherwise;
  const text = cellOf(block, 'text');
  // verusd's words where it has the block and not its contents.
  if (text === null) throw new RpcError(RPC_CODES.misc, 'Block not available (pruned data)');
  return new RawJson(String(text));
}

function notFound(): RpcError {
  return invalidAddressOrKey('Block not found');
}

function outOfRange(): RpcError {
  return invalidParameter('Block height out of range');
}
