import { listForgeries } from '@ledgergraph/test-kit/forgeries';
import { SignedCursor } from './signed-cursor.ts';

const cursors = new SignedCursor('secret of at least 16', 'a list');
const BODIES = ['', '1', '12', '123', '[7,"ab"]', 'é–𝄞'];

test.each(BODIES)('a cursor opens to what was sealed: %j', (body) => {
  expect(cursors.open(cursors.seal(body))).toBe(body);
});

test.each(BODIES)('a cursor has one text only: %j', (body) => {
  const cursor = cursors.seal(body);
  const opened = listForgeries(cursor).filter((text) => cursors.open(text) !== undefined);
  expect(opened).toEqual([]);
});

test('a cursor of another owner, or signed with another secret, does not open', () => {
  const cursor = cursors.seal('1');
  expect(new SignedCursor('secret of at least 16', 'another list').open(cursor)).toBeUndefined();
  expect(new SignedCursor('another secret of 16', 'a list').open(cursor)).toBeUndefined();
  expect(new SignedCursor('another secret of 16, secret of at least 16', 'a list').open(cursor)).toBe('1');
});
