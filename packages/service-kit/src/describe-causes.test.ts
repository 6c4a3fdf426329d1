import { describeCauses } from './describe-causes.ts';

test('the cause that fetch hides is described', async () => {
  const failure = await fetch('http://127.0.0.1:4190/').catch((error: unknown) => error);
  expect(describeCauses(failure)).toBe('fetch failed: bad port');
});

test('each cause is described once, outermost first', () => {
  const refused = Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:5')]), {
    code: 'ECONNREFUSED',
  });
  expect(describeCauses(new TypeError('fetch failed', { cause: refused }))).toBe(
    'fetch failed: ECONNREFUSED: connect ECONNREFUSED ::1:5',
  );
  expect(describeCauses(new Error('same', { cause: new Error('same') }))).toBe('same');
  expect(describeCauses('text')).toBe('text');
});

test('a circle of causes ends', () => {
  const one = new Error('one');
  one.cause = new Error('two', { cause: one });
  expect(describeCauses(one)).toBe('one: two');
});
