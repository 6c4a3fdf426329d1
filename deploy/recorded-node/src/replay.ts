import type { TipMove } from './chain-view.ts';
import type { NodeState } from './node-state.ts';
import type { PoolEntry } from './pool.ts';
import { type JsonParam, keyOfParams, type RecordedReply } from './recorded-answers.ts';
import type { RecordedAction, RecordedAnnouncement, RecordedCall } from './recorded-events.ts';
import { findTip } from './replay-tips.ts';
import { RpcError } from './rpc-error.ts';

/** A step of a replay. */
export interface ReplayStep {
  action: RecordedAction;
  /** undefined where the tip stays. */
  move: TipMove | undefined;
  /** ZMQ messages since the step before. */
  announcements: RecordedAnnouncement[];
}

/** Walks through the actions of a recording: after each, the calls recorded after it are answered as they were. */
export class Replay {
  readonly #state: NodeState;
  readonly #replies = new Map<string, RecordedReply>();
  #done = 0;

  constructor(state: NodeState) {
    this.#state = state;
  }

  /** The recorded answer to a call at this moment. */
  find(method: string, params: readonly JsonParam[]): RecordedReply | undefined {
    return this.#replies.get(`${method} ${keyOfParams(params)}`);
  }

  /** Takes effect of the next action; undefined after the last one. */
  next(): ReplayStep | undefined {
    const action = this.#state.actions[this.#done];
    if (action === undefined) return undefined;
    const before = this.#state.actions[this.#done - 1]?.trailing ?? [];
    this.#done += 1;
    this.#replies.clear();
    for (const call of action.calls) this.#replies.set(`${call.method} ${keyOfParams(call.params)}`, toReply(call));
    const move = this.#moveTip(findTip(action));
    this.#takePool(action);
    return { action, move, announcements: [...before, ...action.announcements] };
  }

  #moveTip(hash: string | undefined): TipMove | undefined {
    const { view, mempool } = this.#state;
    if (hash === undefined || hash === view.tip.hash) return undefined;
    const move = view.moveTo(view.position + 1);
    mempool.follow(move);
    return move;
  }

  /** The pool as the node reported it; where it was not asked, the one before and what was accepted. */
  #takePool({ calls }: RecordedAction): void {
    const { mempool, view } = this.#state;
    const whole = calls.findLast(({ method, params }) => method === 'getrawmempool' && params[0] === true);
    if (whole?.resultText !== undefined) {
      // Floats are harmless here: the fees are not read.
      const recorded: Record<string, { time: number; height: number }> = JSON.parse(whole.resultText);
      mempool.replace(Object.entries(recorded).map(([txid, { time, height }]) => this.#entryOf(txid, time, height)));
      return;
    }
    const entered = calls.flatMap(({ method, resultText }) => {
      const txid: string | undefined = method === 'sendrawtransaction' ? JSON.parse(resultText ?? 'null') : undefined;
      if (!txid || mempool.pool.has(txid) || view.findActiveBlockOf(txid) !== undefined) return [];
      return [this.#entryOf(txid, view.tip.time, view.tip.height)];
    });
    mempool.replace([...mempool.pool.list(), ...entered]);
  }

  #entryOf(txid: string, time: number, height: number): PoolEntry {
    const transaction = this.#state.known.find(txid);
    if (transaction === undefined) throw new Error(`the recording does not hold the pool's transaction ${txid}`);
    return { transaction, time, height };
  }
}

function toReply({ resultText, error }: RecordedCall): RecordedReply {
  return error === undefined
    ? { resultText: resultText ?? 'null' }
    : { error: new RpcError(error.code, error.message) };
}
