import { joinRows } from './own-rows.ts';

const databases = { of: (chainId: string) => (chainId === 'iMoved' ? 'new' : 'old'), list: () => ['old', 'new'] };
const row = (chainId: string, from: string) => ({ chainId, from });

test('each chain has the row of its own database, and a copy of another one only while that was never read', () => {
  const old = [row('iStays', 'old'), row('iMoved', 'old')];
  const moved = [row('iStays', 'new'), row('iMoved', 'new')];
  expect(joinRows(databases, new Map([['old', old]]))).toEqual(old);
  expect(
    joinRows(
      databases,
      new Map([
        ['old', old],
        ['new', moved],
      ]),
    ),
  ).toEqual([row('iStays', 'old'), row('iMoved', 'new')]);
  // Its own database does not list it: it is no longer followed.
  expect(
    joinRows(
      databases,
      new Map([
        ['new', []],
        ['old', old],
      ]),
    ),
  ).toEqual([row('iStays', 'old')]);
});
