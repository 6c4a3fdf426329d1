import type { AskingNode } from '#/following/client-nodes.ts';
import type { AnswerLimits } from '#/verus-rpc/endpoint.ts';
import { TooLongAnswerError, VerusError, VerusRpcError, WarmingUpError } from '#/verus-rpc/errors.ts';
import type { AdmittedCall } from './admit.ts';
import { visibleMessage } from './hide.ts';
import type { PassedOutcome } from './outcome.ts';

const INTERNAL_ERROR = -32603;

/**
 * An answer of one node is final; another one is asked while that is of use.
 * @param nodes the followed node first
 * @param giveUpAt milliseconds of the clock
 */
export async function askNodes(
  nodes: readonly AskingNode[],
  { method, params }: Pick<AdmittedCall, 'method' | 'params'>,
  limits: AnswerLimits,
  giveUpAt: number,
): Promise<PassedOutcome> {
  for (const node of nodes) {
    if (Date.now() >= giveUpAt) break;
    try {
      return { kind: 'answered', text: await node.ask(method, params, limits) };
    } catch (error) {
      const outcome = judge(error, limits);
      if (outcome !== undefined) return outcome;
    }
  }
  return { kind: 'away' };
}

/** @returns undefined where another node may know more */
function judge(error: unknown, { bytesMax }: AnswerLimits): PassedOutcome | undefined {
  if (!(error instanceof VerusError)) throw error;
  if (error instanceof TooLongAnswerError) {
    return { kind: 'error', code: INTERNAL_ERROR, message: `the answer is longer than ${bytesMax} bytes` };
  }
  if (!(error instanceof VerusRpcError) || error instanceof WarmingUpError) return undefined;
  return { kind: 'error', code: error.code, message: visibleMessage(error.rpcMessage) };
}
