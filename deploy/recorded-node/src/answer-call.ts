import { refuseBeforeActivation } from './activation.ts';
import { answerBlock, answerBlockHash } from './answer-blocks.ts';
import { answerBlockHeader } from './answer-header.ts';
import { answerMempoolInfo, answerRawMempool } from './answer-mempool.ts';
import {
  answerBlockchainInfo,
  answerChainTips,
  answerCoinSupply,
  answerInfo,
  answerNativeCurrency,
} from './answer-node.ts';
import { answerRecorded } from './answer-recorded.ts';
import { answerSend } from './answer-send.ts';
import { answerRawTransaction } from './answer-transaction.ts';
import type { NodeState } from './node-state.ts';
import type { JsonParam } from './recorded-answers.ts';
import { RPC_CODES, RpcError } from './rpc-error.ts';

interface Method {
  /** Fewest and most parameters; another number is answered with the help text, as the daemon does. */
  arity: readonly [number, number];
  usage: string;
  /** JSON text; undefined where only the recording can answer. */
  answer: (state: NodeState, params: readonly JsonParam[]) => string | undefined;
}

/** The estimate in every recorded answer: the node has seen too few transactions for its own. */
const FEE_ESTIMATE = '0.00047510';

const METHODS: Readonly<Record<string, Method>> = {
  coinsupply: { arity: [0, 1], usage: '<height>', answer: answerCoinSupply },
  estimatefee: { arity: [1, 1], usage: 'nblocks', answer: () => FEE_ESTIMATE },
  getbestblockhash: { arity: [0, 0], usage: '', answer: ({ view }) => JSON.stringify(view.tip.hash) },
  getblock: { arity: [1, 2], usage: '"hash|height" ( verbosity )', answer: answerBlock },
  getblockchaininfo: { arity: [0, 0], usage: '', answer: answerBlockchainInfo },
  getblockcount: { arity: [0, 0], usage: '', answer: ({ view }) => String(view.tip.height) },
  getblockhash: { arity: [1, 1], usage: 'index', answer: answerBlockHash },
  getblockheader: { arity: [1, 2], usage: '"hash" ( verbose )', answer: answerBlockHeader },
  getchaintips: { arity: [0, 0], usage: '', answer: answerChainTips },
  getcurrency: { arity: [1, 1], usage: '"currencyname"', answer: answerNativeCurrency },
  getinfo: { arity: [0, 0], usage: '', answer: answerInfo },
  getmempoolinfo: { arity: [0, 0], usage: '', answer: answerMempoolInfo },
  getrawmempool: { arity: [0, 1], usage: '( verbose )', answer: answerRawMempool },
  getrawtransaction: { arity: [1, 2], usage: '"txid" ( verbose )', answer: answerRawTransaction },
  sendrawtransaction: { arity: [1, 2], usage: '"hexstring" ( allowhighfees )', answer: answerSend },
};

export function answerCall(state: NodeState, method: string, params: readonly JsonParam[]): string {
  const known = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (known === undefined) {
    refuseBeforeActivation(state, method);
    return answerRecorded(state, method, params);
  }
  const [fewest, most] = known.arity;
  if (params.length < fewest || params.length > most) {
    throw new RpcError(RPC_CODES.MISC, `${method} ${known.usage}`.trim());
  }
  // The daemon checks the number of parameters first.
  refuseBeforeActivation(state, method);
  return known.answer(state, params) ?? answerRecorded(state, method, params);
}
