import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import { hex } from '@ledgergraph/chain-kit/hex';
import {
  type AskNodeResponse,
  AskNodeResponseSchema,
  FetchRawTransactionsResponseSchema,
  FetchTextsResponseSchema,
  type NodeService,
  RawTransactionFault,
  type SendTransactionResponse,
  SendTransactionResponseSchema,
} from '@ledgergraph/proto-schemas/chain/v1/node';
import type { NodeDoor } from '#/passing/node-door.ts';
import type { PassedOutcome } from '#/passing/outcome.ts';
import type { RawOutcome } from '#/raw/raw-outcome.ts';
import type { RawReader } from '#/raw/raw-reader.ts';
import type { SendOutcome } from '#/sending/outcome.ts';
import type { TransactionSender } from '#/sending/transaction-sender.ts';
import { isTextKind, textKey } from '#/texts/text-kinds.ts';

const TXID_BYTES = 32;
const TXIDS_MAX = 100;
/** Limit for all transactions of an answer. The rest is busy: the caller asks for fewer at once. */
const BYTES_MAX = 16_000_000;
/** No answer of the api is longer. */
const TEXT_BYTES_MAX = 32 * 1024 * 1024;

const FAULTS = {
  absent: RawTransactionFault.ABSENT,
  mismatch: RawTransactionFault.MISMATCH,
  away: RawTransactionFault.AWAY,
  busy: RawTransactionFault.BUSY,
} as const;

export interface NodeServiceParts {
  sender: TransactionSender;
  reader: RawReader<unknown>;
  texts: RawReader<unknown>;
  door: NodeDoor;
}

export function nodeService({ sender, reader, texts, door }: NodeServiceParts): ServiceImpl<typeof NodeService> {
  return {
    askNode: async ({ chainId, team, method, params }) => {
      checkChain(door, chainId);
      return passedResponse(await door.ask(chainId, team, { method, params }));
    },
    fetchRawTransactions: async ({ chainId, txids }) => {
      checkFetch(reader, chainId, txids);
      const transactions = writeOutcomes(await reader.read(chainId, txids.map(hex)), BYTES_MAX);
      return create(FetchRawTransactionsResponseSchema, { transactions });
    },
    fetchTexts: async ({ chainId, texts: wanted }) => {
      checkFetch(
        texts,
        chainId,
        wanted.map(({ hash }) => hash),
      );
      const keys = wanted.map(({ kind, hash }) => {
        if (!isTextKind(kind)) throw new ConnectError(`no text has the kind ${kind}`, Code.InvalidArgument);
        return textKey(kind, hex(hash));
      });
      return create(FetchTextsResponseSchema, {
        texts: writeOutcomes(await texts.read(chainId, keys), TEXT_BYTES_MAX),
      });
    },
    sendTransaction: async ({ chainId, transaction, txid, allowHighFees }) => {
      checkChain(sender, chainId);
      if (txid.length !== TXID_BYTES || transaction.length === 0) {
        throw new ConnectError('a transaction comes with its txid', Code.InvalidArgument);
      }
      return sendResponse(await sender.send(chainId, { txid: hex(txid), raw: transaction, allowHighFees }));
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

function checkChain(part: { chainIds(): string[] }, chainId: string): void {
  if (!part.chainIds().includes(chainId)) throw new ConnectError(`chain ${chainId} is not followed`, Code.NotFound);
}

function checkFetch(reader: RawReader<unknown>, chainId: string, hashes: readonly Uint8Array[]): void {
  checkChain(reader, chainId);
  if (hashes.length > TXIDS_MAX || hashes.some((hash) => hash.length !== TXID_BYTES)) {
    throw new ConnectError(`at most ${TXIDS_MAX} hashes`, Code.InvalidArgument);
  }
}

function writeOutcomes(
  outcomes: readonly RawOutcome[],
  bytesMax: number,
): { raw?: Uint8Array; fault?: RawTransactionFault }[] {
  let left = bytesMax;
  return outcomes.map((outcome) => {
    if (outcome.kind !== 'raw') return { fault: FAULTS[outcome.kind] };
    if (outcome.raw.length > left) return { fault: FAULTS.busy };
    left -= outcome.raw.length;
    return { raw: outcome.raw };
  });
}
