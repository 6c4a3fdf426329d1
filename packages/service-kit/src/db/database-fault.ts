import { DeadlineOver } from '#/limits/take-turn.ts';

const AWAY_KINDS: ReadonlySet<unknown> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);
/** Prisma's codes for an absent database, in queries that are not raw. */
const AWAY_CODES: ReadonlySet<unknown> = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037']);
/** SQLSTATE: connection exceptions, a write on a demoted server, lack of resources, shutdown and start. */
const AWAY_STATES = /^(08...|25006|53[123]00|57P0[123])$/;
const AWAY_SOCKETS = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const AWAY_WORDS =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client was closed|Client has encountered a connection error)/;
const CANCELLED_STATE = '57014';
/** A transaction could not begin, or was not over, in its time. */
const TRANSACTION_LATE = 'P2028';
const CAUSES_MAX = 8;

/** Undefined for a fault that a retry would not fix. */
export function databaseFault(error: unknown): 'away' | 'slow' | undefined {
  let fault = error;
  for (let level = 0; level < CAUSES_MAX && typeof fault === 'object' && fault !== null; level += 1) {
    const found = faultOf(fault as Record<string, unknown>);
    if (found !== undefined) return found;
    // `thrownValue`: graphql wraps what is no Error of its own realm.
    const { cause, meta, originalError, thrownValue } = fault as Record<
      string,
      { driverAdapterError?: unknown } | undefined
    >;
    fault = meta?.driverAdapterError ?? cause ?? originalError ?? thrownValue;
  }
  return undefined;
}

function faultOf(fault: Record<string, unknown>): 'away' | 'slow' | undefined {
  if (fault instanceof DeadlineOver) return 'slow';
  const { kind, code, originalCode = code } = fault;
  if (originalCode === CANCELLED_STATE || code === TRANSACTION_LATE) return 'slow';
  const isAway = AWAY_KINDS.has(kind) || AWAY_CODES.has(code) || AWAY_STATES.test(String(originalCode));
  return isAway || AWAY_SOCKETS.test(String(code)) || AWAY_WORDS.test(String(fault.message)) ? 'away' : undefined;
}
