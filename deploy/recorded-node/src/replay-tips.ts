import type { RecordedAction } from './recorded-events.ts';

/**
 * The tips that the recorded node reported, in order; each tip once until the next.
 * @throws Error for a recording without actions
 */
export function listReplayTips(actions: readonly RecordedAction[]): string[] {
  if (actions.length === 0) throw new Error('the recording has no events.jsonl.gz to replay');
  const tips = actions.flatMap((action) => findTip(action) ?? []);
  return tips.filter((hash, index) => hash !== tips[index - 1]);
}

/** Hash of the tip after an action; undefined where the node was not asked. */
export function findTip({ calls }: RecordedAction): string | undefined {
  const call = calls.find(({ method }) => method === 'getbestblockhash');
  return call?.resultText === undefined ? undefined : JSON.parse(call.resultText);
}
