import { GraphQLError } from 'graphql';

/** docs/internal-contracts.md lists all codes that clients can meet. */
export type ErrorCode =
  | 'NOT_FOUND'
  | 'VALIDATION_ERROR'
  | 'AMBIGUOUS_NAME'
  | 'CHAIN_REORGANIZED'
  | 'PIN_LOST'
  | 'SUBGRAPH_UNAVAILABLE'
  | 'SUBGRAPH_TIMEOUT'
  | 'TRANSACTION_REJECTED'
  | 'SEND_OUTCOME_UNKNOWN'
  | 'NODE_UNAVAILABLE'
  | 'INTERNAL_SERVER_ERROR';

function coded(code: ErrorCode, message: string, extensions: Record<string, unknown> = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...extensions } });
}

export function notFound(message: string): GraphQLError {
  return coded('NOT_FOUND', message);
}

export function validationError(argument: string, message: string): GraphQLError {
  return coded('VALIDATION_ERROR', message, { argument });
}

export function ambiguousName(message: string, candidates: readonly string[]): GraphQLError {
  return coded('AMBIGUOUS_NAME', message, { candidates });
}

export function chainReorganized(message: string): GraphQLError {
  return coded('CHAIN_REORGANIZED', message);
}

/** The gateway's pin is not (or no longer) on this chain; it repeats the operation. */
export function pinLost(chainId: string): GraphQLError {
  return coded('PIN_LOST', 'the pinned block is not on the chain', { chainId });
}

export function databaseAway(): GraphQLError {
  return coded('SUBGRAPH_UNAVAILABLE', 'the database cannot be reached');
}

/** Another service that a field needs is away for now. */
export function neighbourAway(message: string): GraphQLError {
  return coded('SUBGRAPH_UNAVAILABLE', message);
}

export function readTooSlow(): GraphQLError {
  return coded('SUBGRAPH_TIMEOUT', 'the deadline is over');
}

export interface TransactionRejection {
  txid: string;
  /** docs/verus/sending.md. */
  rejection: string;
  /** The same transaction may be accepted later. */
  canRetry: boolean;
  /** The node's token, where the reason has no typed code. */
  reason?: string;
  conflictsWith?: readonly string[];
  /** The node's own refusal, in words that a client may see. */
  nodeError: { code: number; message: string };
}

export function transactionRejected(message: string, rejection: TransactionRejection): GraphQLError {
  return coded('TRANSACTION_REJECTED', message, { ...rejection });
}

/** It is not known yet whether the node took the transaction. */
export function sendOutcomeUnknown(txid: string): GraphQLError {
  const message = `the node did not answer in time whether it took ${txid}: ask transactionStatus, or send it again, which is safe`;
  return coded('SEND_OUTCOME_UNKNOWN', message, { txid, canRetry: true });
}

/** No node could be asked: nothing was sent. */
export function nodeUnavailable(message: string, extensions: { txid?: string; canRetry: boolean }): GraphQLError {
  return coded('NODE_UNAVAILABLE', message, extensions);
}

export function isPinLost(error: unknown): boolean {
  return error instanceof GraphQLError && error.extensions.code === 'PIN_LOST';
}

export function isCodedError(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && typeof error.extensions.code === 'string';
}
