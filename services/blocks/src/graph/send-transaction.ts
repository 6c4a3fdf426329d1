import { nodeUnavailable, sendOutcomeUnknown, transactionRejected } from '@ledgergraph/graph-kit/errors';
import type { Rejection } from '@ledgergraph/proto-schemas/chain/v1/node';
import type { RawTransaction } from '@ledgergraph/verus-protocol/raw-transaction';
import { handOver } from '#/indexer-client/hand-over.ts';
import { visibleMessage } from '#/passing/hide.ts';
import { classifyRejection } from '#/rejections/classify-rejection.ts';
import { REJECTIONS } from '#/rejections/rejections.ts';
import type { BlocksContext } from './loaders.ts';
import { readRawTransaction } from './read-raw-transaction.ts';

export interface SendArguments {
  chainId?: string | null;
  hex: string;
  allowHighFees?: boolean | null;
}

export interface SentTransaction {
  txid: string;
  state: 'PENDING' | 'CONFIRMED';
  isNew: boolean;
}

/**
 * At our newest block, not the pin: a reorganisation must not turn a known outcome into an error.
 * @throws VALIDATION_ERROR, NOT_FOUND, TRANSACTION_REJECTED, SEND_OUTCOME_UNKNOWN, NODE_UNAVAILABLE
 */
export async function sendTransaction(context: BlocksContext, args: SendArguments): Promise<SentTransaction> {
  const { transaction, bytes } = readRawTransaction(args.hex);
  const { chainId } = await context.network(args.chainId);
  const { txid } = transaction;
  const mined: SentTransaction = { txid, state: 'CONFIRMED', isNew: false };
  if (await isInBlock(context, chainId, txid)) return mined;
  const { nodes } = context.loaders;
  if (nodes === undefined) {
    throw nodeUnavailable('this installation does not send transactions', { txid, canRetry: false });
  }
  const { allowHighFees } = args;
  const request = { chainId, transaction: bytes, txid, ...(allowHighFees != null && { allowHighFees }) };
  const outcome = await handOver(nodes, request, context.logger);
  switch (outcome.case) {
    case 'sent': {
      const { isMined, isNew } = outcome.value;
      return isMined ? mined : { txid, state: 'PENDING', isNew };
    }
    case 'rejection':
      // A node without a transaction index may have forgotten a mined one whose outputs are spent.
      if (await isInBlock(context, chainId, txid)) return mined;
      throw await rejected(context, chainId, transaction, outcome.value);
    case 'away':
      throw nodeUnavailable('no node of the chain can be reached: nothing was sent', { txid, canRetry: true });
    default:
      throw sendOutcomeUnknown(txid);
  }
}

async function isInBlock({ loaders }: BlocksContext, chainId: string, txid: string): Promise<boolean> {
  loaders.mainTransaction.clear({ chainId, txid });
  return (await loaders.mainTransaction.load({ chainId, txid })) !== undefined;
}

/** Our blocks know spent coins that the node has forgotten. */
async function rejected(
  { loaders, logger }: BlocksContext,
  chainId: string,
  { txid, inputs }: Pick<RawTransaction, 'txid' | 'inputs'>,
  { code, message }: Rejection,
): Promise<Error> {
  const classified = classifyRejection(code, message);
  let rejection = classified.code;
  let spenders: readonly string[] = [];
  if (rejection === 'INPUTS_MISSING' || rejection === 'INPUTS_SPENT') {
    try {
      const verdict = await loaders.judgeInputs(chainId, inputs);
      if (verdict.isHopeless) rejection = 'INPUTS_SPENT';
      ({ spenders } = verdict);
    } catch (error) {
      logger.warn({ err: error, txid }, 'the inputs of a refused transaction could not be looked up');
    }
  }
  const { meaning, canRetry } = REJECTIONS[rejection];
  return transactionRejected(`the node refuses the transaction: ${meaning}`, {
    txid,
    rejection,
    canRetry,
    ...(classified.reason !== undefined && { reason: classified.reason }),
    ...(spenders.length > 0 && { conflictsWith: spenders }),
    nodeError: { code, message: visibleMessage(message) },
  });
}
