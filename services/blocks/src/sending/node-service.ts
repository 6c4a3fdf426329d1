import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import { hex } from '@ledgergraph/chain-kit/hex';
import {
  type AskNodeResponse,
  AskNodeResponseSchema,
  type FetchRawTransactionsResponse,
  FetchRawTransactionsResponseSchema,
  type NodeService,
  RawTransactionFault,
  type SendTransactionResponse,
  SendTransactionResponseSchema,
} from '@ledgergraph/proto-schemas/chain/v1/node';
import type { NodeDoor } from '#/passing/node-door.ts';
import type { PassedOutcome } from '#/passing/outcome.ts';
import type { RawOutcome } from '#/raw/raw-outcome.ts';
import type { RawReader } from '#/raw/raw-reader.ts';
import type { SendOutcome } from './outcome.ts';
import type { TransactionSender } from './transaction-sender.ts';

const TXID_BYTES = 32;
const TXIDS_MAX = 100;
/** Limit for all transactions of an answer. The rest is busy: the caller asks for fewer at once. */
const BYTES_MAX = 16_000_000;

const FAULTS = {
  absent: RawTransactionFault.ABSENT,
  mismatch: RawTransactionFault.MISMATCH,
  away: RawTransactionFault.AWAY,
  busy: RawTransactionFault.BUSY,
} as const;

export function nodeService(
  sender: TransactionSender,
  reader: RawReader,
  door: NodeDoor,
): ServiceImpl<typeof NodeService> {
  return {
    askNode: async ({ chainId, team, method, params }) => {
      if (!door.chainIds().includes(chainId)) {
        throw new ConnectError(`chain ${chainId} is not followed`, Code.NotFound);
      }
      return passedResponse(await door.ask(chainId, team, { method, params }));
    },
    fetchRawTransactions: async ({ chainId, txids }) => {
      if (!reader.chainIds().includes(chainId)) {
        throw new ConnectError(`chain ${chainId} is not followed`, Code.NotFound);
      }
      if (txids.length > TXIDS_MAX || txids.some((txid) => txid.length !== TXID_BYTES)) {
        throw new ConnectError(`at most ${TXIDS_MAX} txids`, Code.InvalidArgument);
      }
      return rawResponse(await reader.read(chainId, txids.map(hex)));
    },
    sendTransaction: async ({ chainId, transaction, txid }) => {
      if (!sender.chainIds().includes(chainId)) {
        throw new ConnectError(`chain ${chainId} is not followed`, Code.NotFound);
      }
      if (txid.length !== TXID_BYTES || transaction.length === 0) {
        throw new ConnectError('a transaction comes with its txid', Code.InvalidArgument);
      }
      return sendResponse(await sender.send(chainId, { txid: hex(txid), raw: transaction }));
    },
  };
}

function sendResponse(outcome: SendOutcome): SendTransactionResponse {
  switch (outcome.kind) {
    case 'sent': {
      const { isNew, isMined } = outcome;
      return create(SendTransactionResponseSchema, { outcome: { case: 'sent', value: { isNew, isMined } } });
    }
    case 'rejected': {
      const { code, message } = outcome;
      return create(SendTransactionResponseSchema, { outcome: { case: 'rejection', value: { code, message } } });
    }
    case 'unknown':
      return create(SendTransactionResponseSchema, { outcome: { case: 'unknown', value: {} } });
    case 'away':
      return create(SendTransactionResponseSchema, { outcome: { case: 'away', value: {} } });
  }
}

function passedResponse(outcome: PassedOutcome): AskNodeResponse {
  switch (outcome.kind) {
    case 'answered':
      return create(AskNodeResponseSchema, { outcome: { case: 'result', value: outcome.text } });
    case 'error':
    case 'refused': {
      const { code, message } = outcome;
      return create(AskNodeResponseSchema, { outcome: { case: 'error', value: { code, message } } });
    }
    case 'away':
      return create(AskNodeResponseSchema, { outcome: { case: 'away', value: {} } });
    case 'busy':
      return create(AskNodeResponseSchema, { outcome: { case: 'busy', value: {} } });
  }
}

function rawResponse(outcomes: readonly RawOutcome[]): FetchRawTransactionsResponse {
  let left = BYTES_MAX;
  const transactions = outcomes.map((outcome) => {
    if (outcome.kind !== 'raw') return { fault: FAULTS[outcome.kind] };
    if (outcome.raw.length > left) return { fault: FAULTS.busy };
    left -= outcome.raw.length;
    return { raw: outcome.raw };
  });
  return create(FetchRawTransactionsResponseSchema, { transactions });
}
