import { NodeState } from '#/node-state.ts';
import type { PoolEntry } from '#/pool.ts';
import type { RecordedAction } from '#/recorded-events.ts';
import { readLines, recordingDir } from '#/recording.ts';

const DIR = recordingDir('mempool-a');

export function* replay(): Generator<{ state: NodeState; action: RecordedAction }> {
  const recorded = new NodeState(DIR);
  const tips = recorded.actions.flatMap((action) => findTip(action) ?? []);
  const state = new NodeState(
    DIR,
    tips.filter((hash, index) => hash !== tips[index - 1]),
  );
  state.view.moveTo(0);
  for (const action of state.actions) {
    const tip = findTip(action);
    if (tip !== undefined && tip !== state.view.tip.hash)
      state.mempool.follow(state.view.moveTo(state.view.position + 1));
    replacePool(state, readPool(state, action));
    yield { state, action };
  }
}

export function replacePool({ mempool }: Pick<NodeState, 'mempool'>, entries: readonly PoolEntry[]): void {
  mempool.drop();
  for (const entry of entries) mempool.pool.add(entry);
}

/** Without a report of the pool, the previous one and accepted transactions. */
function readPool({ view, mempool, known }: NodeState, { calls }: RecordedAction): PoolEntry[] {
  const entryOf = (txid: string, time: number, height: number): PoolEntry => {
    const transaction = known.find(txid);
    if (transaction === undefined) throw new Error(`the recording does not hold the pool's transaction ${txid}`);
    return { transaction, time, height };
  };
  const whole = calls.findLast(({ method, params }) => method === 'getrawmempool' && params[0] === true);
  if (whole?.resultText !== undefined) {
    // Floats are harmless here: the fees are not read.
    const recorded: Record<string, { time: number; height: number }> = JSON.parse(whole.resultText);
    return Object.entries(recorded).map(([txid, { time, height }]) => entryOf(txid, time, height));
  }
  const accepted = calls
    .filter(({ method, resultText }) => method === 'sendrawtransaction' && resultText !== undefined)
    .map(({ resultText = '' }): string => JSON.parse(resultText))
    .filter((txid) => !mempool.pool.has(txid) && view.findActiveBlockOf(txid) === undefined);
  return [...mempool.pool.list(), ...accepted.map((txid) => entryOf(txid, view.tip.time, view.tip.height))];
}

/** Undefined where the recording did not ask the node. */
function findTip({ calls }: RecordedAction): string | undefined {
  const call = calls.find(({ method }) => method === 'getbestblockhash');
  return call?.resultText === undefined ? undefined : JSON.parse(call.resultText);
}

export function listAnnouncements(seq: number): string[] {
  const messages: string[] = [];
  let isWanted = false;
  for (const line of readLines(DIR, 'events.jsonl.gz')) {
    const event: { seq: number; action?: string; zmq?: string; body?: string } = JSON.parse(line);
    if (event.action !== undefined) isWanted = event.seq === seq;
    if (isWanted && event.zmq !== undefined) messages.push(`${event.zmq} ${event.body}`);
  }
  return messages;
}
