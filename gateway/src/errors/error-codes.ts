/** Their message is meant for the client. Any other code is a fault of ours and masked. */
export const SUBGRAPH_CODES: ReadonlySet<string> = new Set<PublicCode>([
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'AMBIGUOUS_NAME',
  'CHAIN_REORGANIZED',
  'TRANSACTION_REJECTED',
  'SEND_OUTCOME_UNKNOWN',
  'NODE_UNAVAILABLE',
]);

/** docs/internal-contracts.md, "Error codes". */
const CODES = [
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'AMBIGUOUS_NAME',
  'CHAIN_REORGANIZED',
  'TRANSACTION_REJECTED',
  'SEND_OUTCOME_UNKNOWN',
  'NODE_UNAVAILABLE',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'SENDING_NOT_ALLOWED',
  'ENVIRONMENT_NOT_CONFIGURED',
  'RATE_LIMITED',
  'QUOTA_EXCEEDED',
  'RECONNECT',
  'SLOW_CONSUMER',
  'COST_ESTIMATED_TOO_EXPENSIVE',
  'ANSWER_TOO_LONG',
  'SUBGRAPH_UNAVAILABLE',
  'SUBGRAPH_TIMEOUT',
  'INTERNAL_SERVER_ERROR',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'BAD_REQUEST',
  'BAD_USER_INPUT',
] as const;

export type PublicCode = (typeof CODES)[number];

export const PUBLIC_CODES: ReadonlySet<string> = new Set<PublicCode>(CODES);

/** The last two are of an operation that sends, and runs once. */
export type FailureCode =
  | 'ANSWER_TOO_LONG'
  | 'SUBGRAPH_UNAVAILABLE'
  | 'SUBGRAPH_TIMEOUT'
  | 'INTERNAL_SERVER_ERROR'
  | 'SEND_OUTCOME_UNKNOWN'
  | 'CHAIN_REORGANIZED';

export const OUR_FAULTS: ReadonlySet<unknown> = new Set<PublicCode>([
  'INTERNAL_SERVER_ERROR',
  'SUBGRAPH_UNAVAILABLE',
  'SUBGRAPH_TIMEOUT',
  'SEND_OUTCOME_UNKNOWN',
  'NODE_UNAVAILABLE',
]);

export const FAILURE_MESSAGES: Readonly<Record<FailureCode, string>> = {
  ANSWER_TOO_LONG: 'This part of the answer would be too long. Please ask for fewer objects or fields.',
  SUBGRAPH_UNAVAILABLE: 'This part of the data is not available at the moment. Please try again.',
  SUBGRAPH_TIMEOUT: 'This part of the data took too long to read. Please ask for less at once, or try again.',
  SEND_OUTCOME_UNKNOWN:
    'It is not known whether the node has taken the transaction. Please ask for the status of its txid. Sending it again is safe.',
  CHAIN_REORGANIZED:
    'The chain was reorganised while this part was read. The transaction has been sent; please read this again.',
  INTERNAL_SERVER_ERROR: 'Internal error. If it persists, please report the requestId to the operator.',
};
