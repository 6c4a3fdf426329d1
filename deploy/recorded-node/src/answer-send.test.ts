import { replacePool, replay } from '../test/replay.ts';
import { answerSend, type SendState } from './answer-send.ts';
import { decodeTransaction } from './decode-transaction.ts';
import { NodeState } from './node-state.ts';
import type { RecordedCall } from './recorded-events.ts';
import { RecordedSends } from './recorded-sends.ts';
import { recordingDir } from './recording.ts';
import { RpcError } from './rpc-error.ts';

const NO_SIGNATURE_CHECKED = {
  code: -26,
  message:
    '16: mandatory-script-verify-flag-failed (Script evaluated without error but finished with a false/empty top stack element)',
};

/** Without signatures and names a node judges these differently; a recorded node gives the recorded answer. */
const OTHERWISE: Readonly<Record<string, unknown>> = {
  'not signed': NO_SIGNATURE_CHECKED,
  'coins of somebody else': expect.objectContaining({ code: -25 }),
  'another registration of the same name': { code: -26, message: '16: bad-txns-inputs-spent' },
  'no parameter': { code: -3, message: 'Expected type string, got undefined' },
};

interface Sent {
  case: string;
  call: RecordedCall;
  byRules: unknown;
  withRecording: unknown;
}

function sendAll(): Sent[] {
  const sent: Sent[] = [];
  for (const { state, action } of replay()) {
    const { known, mempool, view } = state;
    for (const call of action.calls) {
      if (call.method !== 'sendrawtransaction') continue;
      const entries = mempool.pool.list();
      const txid = call.resultText === undefined ? undefined : JSON.parse(call.resultText);
      // A transaction that is in a block already cannot be sent at its recorded moment.
      if (txid !== undefined && view.findActiveBlockOf(txid) !== undefined) continue;
      const answerOf = (asked: SendState): unknown => {
        if (txid !== undefined && !action.action.includes('again')) mempool.pool.removeWithDescendants(txid);
        const answer = send(asked, call);
        if (txid !== undefined) expect(mempool.pool.has(txid)).toBe(true);
        replacePool(state, entries);
        return answer;
      };
      const byRules = answerOf({ known, mempool, view, sends: new RecordedSends([]) });
      const words = action.action.replace('sendrawtransaction: ', '');
      sent.push({ case: words, call, byRules, withRecording: answerOf(state) });
    }
  }
  return sent;
}

function send(state: SendState, { params }: RecordedCall): unknown {
  try {
    return answerSend(state, params);
  } catch (error) {
    if (error instanceof RpcError) return { code: error.code, message: error.message };
    throw error;
  }
}

const all = sendAll();

test('sendrawtransaction accepts and refuses with the words of the real node, at each recorded moment', () => {
  const expected = all.map(({ case: name, call }) => [name, call.resultText ?? call.error]);
  expect(all.map(({ case: name, byRules }) => [name, byRules])).toEqual(
    expected.map(([name, answer]) => [name, OTHERWISE[String(name)] ?? answer]),
  );
  expect(all.length).toBeGreaterThan(45);
});

test('a recorded refusal is the truth about a transaction that was never accepted', () => {
  const differing = all.filter(({ call, withRecording }) => {
    return call.params.length > 0 && JSON.stringify(withRecording) !== JSON.stringify(call.resultText ?? call.error);
  });
  expect(differing.map(({ case: name }) => name)).toEqual([]);
});

test('a transaction is decoded whatever stands behind it, and not when it is cut off', () => {
  const state = new NodeState(recordingDir('vrsctest-a'));
  for (const block of state.chain.main.slice(-40)) {
    for (const transaction of state.known.listBlock(block)) {
      const hex = transaction.raw.toString('hex');
      expect(decodeTransaction(`${hex}00`)?.txid).toBe(transaction.txid);
      expect(decodeTransaction(hex.slice(0, -2))).toBeUndefined();
    }
  }
});
