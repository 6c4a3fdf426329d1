import { describeTrouble } from './describe-trouble.ts';

const going = { name: 'pchain', cursor: { height: 30 }, failingSince: null, missing: null, faults: [] };
const waiting = { name: 'VRSCTEST', cursor: null, failingSince: null, missing: 'The node has not answered it yet.' };

test('missing values of an announcement are shown with their process and chain', () => {
  const body = JSON.stringify({ ready: false, details: [going, waiting] });
  expect(describeTrouble('currencies-indexer', { ready: false, body })).toEqual([
    'currencies-indexer, VRSCTEST: The node has not answered it yet.',
  ]);
});

test('every node that cannot be used has a line of its own', () => {
  const faults = ['127.0.0.1:1: cannot be reached', '127.0.0.1:2: the node refuses the RPC user or password'];
  const body = JSON.stringify({ ready: false, details: [going, { name: 'VRSC', faults }] });
  expect(describeTrouble('blocks-indexer', { ready: false, body })).toEqual([
    'VRSC: 127.0.0.1:1: cannot be reached',
    'VRSC: 127.0.0.1:2: the node refuses the RPC user or password',
  ]);
});

test.each([
  ['nothing is missing', JSON.stringify({ ready: true, details: [going] })],
  ['the check failed', JSON.stringify({ ready: false, details: 'the check itself failed' })],
  ['a process has no chains', JSON.stringify({ ready: true })],
  ['the answer is empty', ''],
  ['it is no object', 'null'],
])('there is nothing to report where %s', (_, body) => {
  expect(describeTrouble('some-process', { ready: false, body })).toEqual([]);
});
