import { type JsonValue, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import {
  decodeTransactionHex,
  type RawTransaction,
  TransactionDecodeError,
} from '@ledgergraph/verus-protocol/raw-transaction';
import type { GatewayAnswer } from '#/gateway/gateway-client.ts';
import { ReadFault } from '#/gateway/read-fault.ts';
import { cellOf, objectOf } from '#/gateway/values.ts';
import type { Method } from '../../method.ts';
import { countParams } from '../../read-params.ts';
import { RPC_CODES, RpcError } from '../../rpc-error.ts';

const USAGE = 'sendrawtransaction "hexstring" ( allowhighfees )';
const SENDING = `mutation RpcSend($chain: String!, $hex: String!, $allowHighFees: Boolean) {
  sendTransaction(chainId: $chain, hex: $hex, allowHighFees: $allowHighFees) { txid state }
}`;
const REJECTED = -26;
const ALREADY_IN_CHAIN = -27;
/** A transaction may fill a block. */
const BYTES_MAX = 2_000_000;

export const sendRawTransaction: Method = {
  name: 'sendrawtransaction',
  family: 'node',
  answeredBy: 'node',
  async run(call) {
    countParams(call, 1, 2, USAGE);
    const { hex, allowHighFees } = readParameters(call.params);
    const variables = { chain: call.chain, hex: wholeHex(hex), allowHighFees };
    const answer = await call.askWhole(SENDING, variables);
    if (answer.data?.sendTransaction == null) throw refusalOf(answer);
    const sent = objectOf(answer.data, 'sendTransaction');
    if (cellOf(sent, 'state') === 'CONFIRMED') {
      throw new RpcError(ALREADY_IN_CHAIN, 'transaction already in block chain');
    }
    return String(cellOf(sent, 'txid'));
  },
};

function readParameters(params: readonly JsonValue[]): { hex: string; allowHighFees: boolean | null } {
  const [hex, allowHighFees] = params;
  if (typeof hex !== 'string') throw unexpected('string', hex);
  if (allowHighFees !== undefined && typeof allowHighFees !== 'boolean') throw unexpected('bool', allowHighFees);
  return { hex, allowHighFees: allowHighFees ?? null };
}

function unexpected(expected: string, value: JsonValue | undefined): RpcError {
  return new RpcError(RPC_CODES.type, `Expected type ${expected}, got ${typeOf(value)}`);
}

function typeOf(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof LosslessNumber) return 'number';
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The daemon drops bytes behind the end of a transaction; the graph refuses them, and what no node would take. @throws RpcError */
function wholeHex(hex: string): string {
  const transaction = decode(hex);
  const { inputs, outputs, shielded, size } = transaction;
  if (size > BYTES_MAX) throw new RpcError(REJECTED, '16: bad-txns-oversize');
  if (inputs.length + shielded.spends + shielded.joinSplits === 0) {
    throw new RpcError(REJECTED, '16: bad-txns-vin-empty');
  }
  if (outputs.length + shielded.outputs + shielded.joinSplits === 0) {
    throw new RpcError(REJECTED, '16: bad-txns-vout-empty');
  }
  return hex.slice(0, size * 2);
}

function decode(hex: string): RawTransaction {
  try {
    return decodeTransactionHex(hex, { dropsSurplus: true }).transaction;
  } catch (error) {
    if (error instanceof TransactionDecodeError) throw new RpcError(RPC_CODES.deserialization, 'TX decode failed');
    throw error;
  }
}

function refusalOf(answer: GatewayAnswer): Error {
  const [error] = answer.errors;
  const { code, nodeError } = error?.extensions ?? {};
  if (code === 'TRANSACTION_REJECTED' && typeof nodeError === 'object' && nodeError !== null) {
    const { code: number, message } = nodeError as { code: number; message: string };
    return new RpcError(number, message);
  }
  if (code === 'SEND_OUTCOME_UNKNOWN' || code === 'NODE_UNAVAILABLE') {
    return new RpcError(RPC_CODES.inWarmup, error?.message ?? '');
  }
  return new ReadFault(answer);
}
