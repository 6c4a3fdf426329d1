import { GraphQLError } from 'graphql';

/** Codes that subgraphs answer with; docs/internal-contracts.md lists all that clients can meet. */
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

/** The requested object does not exist at the block that was read. */
export function notFound(message: string): GraphQLError {
  return coded('NOT_FOUND', message);
}

/** An argument has an invalid value; `argument` is its name in the schema. */
export function validationError(argument: string, message: string): GraphQLError {
  return coded('VALIDATION_ERROR', message, { argument });
}

/** A name that stands for more than one existing thing; candidates are full names or ids to choose from. */
export function ambiguousName(message: string, candidates: readonly string[]): GraphQLError {
  return coded('AMBIGUOUS_NAME', message, { candidates });
}

/** The caller named a block that has left the main chain. */
export function chainReorganized(message: string): GraphQLError {
  return coded('CHAIN_REORGANIZED', message);
}

/** The gateway's pin is not (or no longer) on this subgraph's chain; the gateway repeats the operation. */
export function pinLost(chainId: string): GraphQLError {
  return coded('PIN_LOST', 'the pinned block is not on the chain', { chainId });
}

/** The database is away for now: asking again may do better. */
export function databaseAway(): GraphQLError {
  return coded('SUBGRAPH_UNAVAILABLE', 'the database cannot be reached');
}

/** Another service that a field needs is away for now: asking again may do better. */
export function neighbourAway(message: string): GraphQLError {
  return coded('SUBGRAPH_UNAVAILABLE', message);
}

/** The read took longer than the caller waits for it. */
export function readTooSlow(): GraphQLError {
  return coded('SUBGRAPH_TIMEOUT', 'the deadline is over');
}

/** Reason why a node refused a transaction. */
export interface TransactionRejection {
  txid: string;
  /** Typed code: docs/verus/sending.md. */
  rejection: string;
  /** True if the same transaction may be accepted later. */
  canRetry: boolean;
  /** The node's token for a reason that has no typed code. */
  reason?: string;
  /** Transactions of the main chain that spent what it wanted to spend. */
  conflictsWith?: readonly string[];
}

/** A node refused a transaction. */
export function transactionRejected(message: string, rejection: TransactionRejection): GraphQLError {
  return coded('TRANSACTION_REJECTED', message, { ...rejection });
}

/** A transaction was handed over, and whether the node took it is not known yet. */
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

/** True for errors whose message is meant for the caller; all others are masked. */
export function isCodedError(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && typeof error.extensions.code === 'string';
}
