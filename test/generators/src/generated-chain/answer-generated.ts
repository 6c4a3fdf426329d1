import type { JsonParam } from '@ledgergraph/recorded-node/recorded-answers';
import { RPC_CODES, RpcError, wrongType } from '@ledgergraph/recorded-node/rpc-error';
import type { ChainFile } from './chain-file.ts';

export interface GeneratedView {
  chain: ChainFile;
  tipHeight: number;
  chainId: string;
  name: string;
}

const HASH_LENGTH = 64;
const WHOLE = 2;
const BLOCK_SECONDS = 60;

type Answer = (view: GeneratedView, params: readonly JsonParam[]) => string | Buffer;

const METHODS: Readonly<Record<string, Answer>> = {
  getbestblockhash: ({ chain, tipHeight }) => JSON.stringify(chain.facts(tipHeight).hash),
  getblock: answerBlock,
  getblockchaininfo: answerBlockchainInfo,
  getblockcount: ({ tipHeight }) => String(tipHeight),
  getblockhash: (view, [height]) => JSON.stringify(view.chain.facts(atMost(view, Number(height))).hash),
  getcurrency: answerCurrency,
  getinfo: answerInfo,
};

/** At the view's tip, as JSON text or its bytes. @throws RpcError as the daemon, and for other calls */
export function answerGenerated(view: GeneratedView, method: string, params: readonly JsonParam[]): string | Buffer {
  const answer = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (answer === undefined) throw new RpcError(RPC_CODES.METHOD_NOT_FOUND, 'Method not found');
  return answer(view, params);
}

function answerBlock(view: GeneratedView, [which, verbosity]: readonly JsonParam[]): Buffer {
  if (typeof which !== 'string') throw wrongType('a string');
  if (verbosity !== WHOLE) throw new RpcError(RPC_CODES.INVALID_PARAMETER, 'a generated chain is printed whole');
  const height = which.length === HASH_LENGTH ? view.chain.findHeight(which) : Number(which);
  if (height === undefined) throw new RpcError(RPC_CODES.NOT_FOUND, 'Block not found');
  return view.chain.read(atMost(view, height));
}

function atMost({ tipHeight }: GeneratedView, height: number): number {
  if (Number.isInteger(height) && height >= 0 && height <= tipHeight) return height;
  throw new RpcError(RPC_CODES.INVALID_PARAMETER, 'Block height out of range');
}

function answerBlockchainInfo({ chain, tipHeight, chainId, name }: GeneratedView): string {
  const { hash, chainwork, chainstake } = chain.facts(tipHeight);
  const heights = { blocks: tipHeight, headers: tipHeight };
  return JSON.stringify({
    chain: 'main',
    name,
    chainid: chainId,
    ...heights,
    bestblockhash: hash,
    chainwork,
    chainstake,
  });
}

function answerInfo({ chain, tipHeight, chainId, name }: GeneratedView): string {
  const tip = { blocks: tipHeight, longestchain: tipHeight, tiptime: chain.facts(tipHeight).time, connections: 8 };
  return JSON.stringify({ VRSCversion: '1.2.16-1', chainid: chainId, name, ...tip });
}

/** Only the native currency is asked for. All blocks but genesis have the consensus version for currencies. */
function answerCurrency({ chainId, name, tipHeight }: GeneratedView, [which]: readonly JsonParam[]): string {
  if (tipHeight < 1) throw new RpcError(RPC_CODES.INVALID_REQUEST, 'PBaaS not activated on blockchain.');
  if (which !== name && which !== chainId) throw new RpcError(RPC_CODES.INVALID_PARAMETER, 'Invalid currency');
  return JSON.stringify({
    version: 1,
    options: 264,
    name,
    currencyid: chainId,
    systemid: chainId,
    notarizationprotocol: 1,
    proofprotocol: 1,
    startblock: 0,
    endblock: 0,
    preallocations: [],
    idregistrationfees: 100,
    idreferrallevels: 3,
    blocktime: BLOCK_SECONDS,
    fullyqualifiedname: name,
    bestheight: tipHeight,
  });
}
