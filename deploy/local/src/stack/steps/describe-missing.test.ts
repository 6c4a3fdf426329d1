import { describeMissing } from './describe-missing.ts';

const going = { name: 'pchain', cursor: { height: 30 }, failingSince: null, missing: null };
const waiting = { name: 'VRSCTEST', cursor: null, failingSince: null, missing: 'The node has not said it yet.' };

test('what is missing is said with its process and chain', () => {
  const body = JSON.stringify({ ready: false, details: [going, waiting] });
  expect(describeMissing('currencies-indexer', { ready: false, body })).toBe(
    'currencies-indexer, VRSCTEST: The node has not said it yet.',
  );
});

test.each([
  ['nothing is missing', JSON.stringify({ ready: true, details: [going] })],
  ['the check failed', JSON.stringify({ ready: false, details: 'the check itself failed' })],
  ['a process has no chains', JSON.stringify({ ready: true })],
  ['the answer is empty', ''],
  ['it is no object', 'null'],
])('there is nothing to say where %s', (_, body) => {
  expect(describeMissing('some-process', { ready: false, body })).toBeUndefined();
});
