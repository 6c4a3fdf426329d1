import type { SendingNode } from '#/following/client-nodes.ts';
import {
  AuthenticationError,
  ConnectionError,
  RpcTimeoutError,
  StoppingError,
  VerusError,
  VerusRpcError,
  WarmingUpError,
  WorkQueueError,
} from '#/verus-rpc/errors.ts';
import type { SendOutcome, SignedTransaction } from './outcome.ts';

const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const ALREADY_IN_CHAIN = -27;
const NO_SUCH_METHOD = -32601;

/**
 * Asks before sending, to recognise a repetition; and after a refusal, which proves nothing (docs/verus/sending.md#refusals).
 * @returns `unreached` without a connection, so that another node may be asked
 */
export async function askNode(node: SendingNode, transaction: SignedTransaction): Promise<SendOutcome | 'unreached'> {
  let known: Awaited<ReturnType<SendingNode['locate']>>;
  try {
    known = await node.locate(transaction.txid);
  } catch (error) {
    if (!(error instanceof VerusError)) throw error;
    return neverArrived(error) ? 'unreached' : { kind: 'away' };
  }
  if (known === 'block') return { kind: 'sent', isNew: false, isMined: true };
  try {
    // Even if it is in the mempool: the node then announces it to its peers again.
    await node.send(Buffer.from(transaction.raw).toString('hex'), transaction.allowHighFees);
    return { kind: 'sent', isNew: known === null, isMined: false };
  } catch (error) {
    if (!(error instanceof VerusError)) throw error;
    const outcome = await judge(node, transaction.txid, error);
    return known === 'pool' && outcome !== 'unreached' && outcome.kind !== 'rejected' ? inPool(outcome) : outcome;
  }
}

/** The node had it a moment ago, so the result of this call does not matter. */
function inPool(outcome: SendOutcome): SendOutcome {
  return outcome.kind === 'sent' ? outcome : { kind: 'sent', isNew: false, isMined: false };
}

async function judge(node: SendingNode, txid: string, error: VerusError): Promise<SendOutcome | 'unreached'> {
  if (neverArrived(error)) return 'unreached';
  if (isTurnedAway(error)) return { kind: 'away' };
  if (!(error instanceof VerusRpcError)) return { kind: 'unknown' };
  if (error.code === ALREADY_IN_CHAIN) return { kind: 'sent', isNew: false, isMined: true };
  try {
    const known = await node.locate(txid);
    if (known !== null) return { kind: 'sent', isNew: false, isMined: known === 'block' };
    return { kind: 'rejected', code: error.code, message: error.rpcMessage };
  } catch (fault) {
    if (!(fault instanceof VerusError)) throw fault;
    return { kind: 'unknown' };
  }
}

/** The daemon, or a proxy, did not look at the call. */
function isTurnedAway(error: VerusError): boolean {
  return (
    error instanceof WarmingUpError ||
    error instanceof StoppingError ||
    error instanceof WorkQueueError ||
    error instanceof AuthenticationError ||
    (error instanceof VerusRpcError && error.code === NO_SUCH_METHOD)
  );
}

/** No byte reached the node. A cut connection proves nothing. */
function neverArrived(error: unknown): boolean {
  if (!(error instanceof ConnectionError || error instanceof RpcTimeoutError)) return false;
  const { cause } = error;
  return typeof cause === 'object' && cause !== null && 'code' in cause && NOT_CONNECTED.has(cause.code);
}
