import type { Webhook } from './generated/webhook-contract.ts';
import { WEBHOOK_TABLE } from './webhook-texts.ts';

const WEBHOOK = { lastDeliveredAt: null, disabledReason: null, trouble: null, failing: null };
const remarkOf = (more: object): unknown => WEBHOOK_TABLE.cells({ ...WEBHOOK, ...more } as unknown as Webhook).at(-1);

test('a webhook is listed with why nothing arrives, and else with why its deliveries fail', () => {
  expect(remarkOf({})).toBe('-');
  const attempt = { status: 502, error: 'It is down.' };
  const failing = { since: '1970-01-01T00:01:00.000Z', attempt, nextAttemptAt: '1970-01-01T00:02:00.000Z' };
  const remark = 'Failing since 1970-01-01 00:01Z. It is down. Next attempt: 1970-01-01 00:02Z.';
  expect(remarkOf({ failing })).toBe(remark);
  const last = { failing: { ...failing, attempt: null, nextAttemptAt: null } };
  expect(remarkOf(last)).toBe('Failing since 1970-01-01 00:01Z. There is no further attempt.');
  expect(remarkOf({ ...last, trouble: 'The query is invalid.' })).toBe('The query is invalid.');
});
