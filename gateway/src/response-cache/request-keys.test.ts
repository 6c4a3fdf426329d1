import type { Tip } from '#/pin/tip.ts';
import { RequestKeys } from './request-keys.ts';

const PINS = [
  { chainId: 'i', environment: 'TESTNET', height: 1, hash: 'ab', finalizedHeight: null },
] as unknown as Tip[];

const headers = { accept: '*/*', 'content-type': 'application/json' };
const POST = { method: 'POST', url: '/graphql', headers };

test('equal requests have equal keys, also where another one was asked for between them', () => {
  const keys = new RequestKeys();
  const [one, other] = [`${'a'.repeat(500)}b${'c'.repeat(500)}`, `${'a'.repeat(500)}d${'c'.repeat(500)}`];
  const first = keys.of(POST, one, PINS, 's');
  expect(keys.of(POST, one, PINS, 's')).toBe(first);
  expect(keys.of(POST, other, PINS, 's')).not.toBe(first);
  expect(keys.of(POST, one, PINS, 's')).toBe(first);
  expect(new RequestKeys().of(POST, one, [...PINS], 's')).toBe(first);
});

test('a change of the mempool at the same block leaves the key as it is', () => {
  const keys = new RequestKeys();
  const changed = PINS.map((pin) => ({ ...pin, poolSerial: 7n }));
  expect(keys.of(POST, '{}', changed, 's')).toBe(keys.of(POST, '{}', PINS, 's'));
});

test.each<[string, Parameters<RequestKeys['of']>]>([
  ['supergraph', [POST, '{}', PINS, 'other']],
  ['block', [POST, '{}', PINS.map((pin) => ({ ...pin, hash: 'cd' })), 's']],
  ['final height', [POST, '{}', PINS.map((pin) => ({ ...pin, finalizedHeight: 1 })), 's']],
  ['environment', [POST, '{}', PINS.map((pin) => ({ ...pin, environment: 'MAINNET' as const })), 's']],
  ['form of answer', [{ ...POST, headers: { ...headers, accept: 'application/json' } }, '{}', PINS, 's']],
  ['type of body', [{ ...POST, headers: { ...headers, 'content-type': 'text/plain' } }, '{}', PINS, 's']],
  ['method', [{ ...POST, method: 'GET', url: '{}' }, '{}', PINS, 's']],
])('another %s is another key', (_what, asked) => {
  const keys = new RequestKeys();
  const first = keys.of(POST, '{}', PINS, 's');
  expect(keys.of(...asked)).not.toBe(first);
  expect(keys.of(POST, '{}', PINS, 's')).toBe(first);
});
