import { readOutputKind } from './output-kind.ts';

test.each([
  ['', null],
  ['evalnone', null],
  ['stakeguard', 'stakeguard'],
  ['unknown', 'unknown'],
])('the member %j is the kind %j', (member, kind) => {
  expect(readOutputKind(member)).toBe(kind);
});
