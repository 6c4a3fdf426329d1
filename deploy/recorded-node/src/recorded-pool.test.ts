import { replay } from '../test/replay.ts';
import { answerCall } from './answer-call.ts';

/** The ordinary rules cannot know a proof root of an abandoned block. */
const BEYOND_RULES = new Set(['2942 getblock']);
const ASKED = ['getrawmempool', 'getrawtransaction', 'getblock', 'getbestblockhash', 'getmempoolinfo'];

test('with the recorded pool the ordinary rules give the answers of the real node', () => {
  const compared = new Map<string, number>();
  const differing: string[] = [];
  for (const { state, action } of replay()) {
    for (const { method, params, resultText = '' } of action.calls) {
      if (!ASKED.includes(method)) continue;
      const answer = readable(answerCall(state, method, params));
      const key = `${action.seq} ${method}`;
      if (answer !== readable(resultText) && !BEYOND_RULES.has(key)) differing.push(`${key} ${params}`);
      compared.set(method, (compared.get(method) ?? 0) + 1);
    }
  }
  expect(differing).toEqual([]);
  expect(compared.get('getrawtransaction')).toBe(56);
});

/** The daemon's memory cannot be predicted, and nothing reads priorities. */
function readable(text: string): string {
  return text.replace(/,"usage":.*/, '').replaceAll(/"(starting|current)priority":[^,]+,/g, '');
}
