import { expiresSoon, findFee, findInputRefusal, hasUnspentOutput, lowestExpiryHeight } from './admission.ts';
import { type DecodedTransaction, decodeTransaction } from './decode-transaction.ts';
import type { NodeState } from './node-state.ts';
import type { JsonParam } from './recorded-answers.ts';
import { RPC_CODES, RpcError } from './rpc-error.ts';

const OVERWINTER_VERSION = 3;
/** A lock time below this is a height, from it on unix seconds. */
const LOCKTIME_THRESHOLD = 500_000_000;
const FINAL_SEQUENCE = 0xffffffff;
const NO_TXID = '00'.repeat(32);
const RELAY_FEE_PER_KILOBYTE = 100n;
const ABSURD_FEE_FACTOR = 10_000n;
const ABSURD_FEE_SHARE = 19n;
const PLAIN_SCRIPTS = [/^76a914[0-9a-f]{40}88ac$/, /^a914[0-9a-f]{40}87$/];
/** Its signatures cannot be checked, and no node has accepted it. */
const UNKNOWN =
  '16: mandatory-script-verify-flag-failed (Script evaluated without error but finished with a false/empty top stack element)';

export type SendState = Pick<NodeState, 'known' | 'mempool' | 'sends' | 'view'>;

/** Also for a transaction that is in the pool already. @throws RpcError the daemon's refusal */
export function answerSend(state: SendState, params: readonly JsonParam[]): string {
  const [hex, allowHighFees = false] = params;
  if (typeof hex !== 'string') throw unexpectedType('string', hex);
  if (typeof allowHighFees !== 'boolean') throw unexpectedType('bool', allowHighFees);
  const transaction = decodeTransaction(hex);
  if (transaction === undefined) throw new RpcError(RPC_CODES.DECODE, 'TX decode failed');
  const { txid } = transaction;
  const around = state.mempool.surroundings;
  if (expiresSoon(transaction, state.view)) throw rejected(expiringSoon(state, transaction));
  if (around.pool.has(txid)) return JSON.stringify(txid);
  if (hasUnspentOutput(around, txid)) {
    throw new RpcError(RPC_CODES.ALREADY_IN_CHAIN, 'transaction already in block chain');
  }
  const known = state.known.find(txid);
  const recorded = known === undefined ? state.sends.findRefusal(params) : undefined;
  if (recorded !== undefined) throw recorded;
  const refusal = findFormRefusal(state, transaction) ?? findInputRefusal(around, transaction);
  if (refusal !== undefined) throw rejected(refusal);
  refuseAmounts(state, transaction, allowHighFees);
  if (known === undefined) throw rejected(UNKNOWN);
  if (state.mempool.standsOnUnminedCommitment(known)) throw new RpcError(RPC_CODES.TRANSACTION, '');
  state.mempool.enter(known);
  return JSON.stringify(txid);
}

function unexpectedType(expected: string, value: JsonParam | undefined): RpcError {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const name = type === 'boolean' ? 'bool' : type;
  return new RpcError(RPC_CODES.TYPE, `Expected type ${expected}, got ${name}`);
}

function rejected(reason: string): RpcError {
  return new RpcError(RPC_CODES.REJECTED, reason);
}

function expiringSoon({ view }: SendState, { expiryHeight }: DecodedTransaction): string {
  const lowest = lowestExpiryHeight(view);
  return `tx-expiring-soon: expiryheight is ${expiryHeight} but should be at least ${lowest} to avoid transaction expiring soon`;
}

function findFormRefusal({ view }: SendState, transaction: DecodedTransaction): string | undefined {
  const { version, inputs, outputs, lockTime } = transaction;
  if (version < OVERWINTER_VERSION) return '16: tx-overwinter-active';
  if (inputs.length === 0) return '16: bad-txns-vin-empty';
  if (outputs.length === 0) return '16: bad-txns-vout-empty';
  if (new Set(inputs.map(({ txid, index }) => `${txid}:${index}`)).size < inputs.length) {
    return '16: bad-txns-inputs-duplicate';
  }
  if (inputs[0]?.txid === NO_TXID) return '16: coinbase';
  const now = lockTime < LOCKTIME_THRESHOLD ? view.tip.height + 1 : view.tip.time;
  const locked = lockTime >= now && inputs.some(({ sequence }) => sequence !== FINAL_SEQUENCE);
  return locked && lockTime > 0 ? '64: non-final' : undefined;
}

function refuseAmounts(state: SendState, transaction: DecodedTransaction, allowHighFees: boolean): void {
  const { txid, outputs, size } = transaction;
  const fee = findFee(state.mempool.surroundings, transaction) ?? 0n;
  if (fee < 0n) throw rejected('16: bad-txns-in-belowout');
  // Registrations and definitions pay their price as a fee.
  const plain = outputs.every(({ script }) => PLAIN_SCRIPTS.some((form) => form.test(script.toString('hex'))));
  const highest = ((RELAY_FEE_PER_KILOBYTE * BigInt(size)) / 1000n) * ABSURD_FEE_FACTOR;
  const sum = outputs.reduce((total, { value }) => total + value, 0n);
  if (!plain || allowHighFees || fee <= highest || fee <= sum / ABSURD_FEE_SHARE) return;
  throw new RpcError(RPC_CODES.TRANSACTION, `AcceptToMemoryPool: absurdly high fees ${txid}, ${fee} > ${highest}`);
}
