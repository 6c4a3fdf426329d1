import type { NodeState } from './node-state.ts';
import type { JsonParam } from './recorded-answers.ts';
import { RPC_CODES, RpcError } from './rpc-error.ts';

const TIMELESS = new Set(['getnetworkinfo']);

/** Below the recorded tip only calls about heights already reached have an answer. @throws RpcError */
export function answerRecorded({ answers, view }: NodeState, method: string, params: readonly JsonParam[]): string {
  if (!answers.has(method)) throw new RpcError(RPC_CODES.METHOD_NOT_FOUND, `Method ${method} not found`);
  const reply = answers.find(method, params);
  if (reply === undefined) {
    throw new RpcError(RPC_CODES.INTERNAL, `The recorded node has no answer to ${method} with these parameters`);
  }
  const height = readHeight(method, params);
  const reached = height === undefined ? 'error' in reply || TIMELESS.has(method) : isSettled(view, height);
  if (!view.isRecordedEnd && !reached) {
    throw new RpcError(RPC_CODES.INTERNAL, `The recorded node can answer ${method} only at the recorded tip`);
  }
  if ('error' in reply) throw reply.error;
  return reply.resultText;
}

function readHeight(method: string, params: readonly JsonParam[]): number | undefined {
  const [, at] = params;
  if (method === 'getidentity' && typeof at === 'number' && at > 0) return at;
  if (method !== 'getcurrencystate' || (typeof at !== 'string' && typeof at !== 'number')) return undefined;
  const [from = '', to = from] = String(at).split(',');
  return Number(to);
}

function isSettled(view: NodeState['view'], height: number): boolean {
  const block = view.findActive(height);
  return block !== undefined && view.isFinalChain(block);
}
