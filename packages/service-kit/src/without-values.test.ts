import { withoutValues } from './without-values.ts';

test.each([
  ['invalid input syntax for type integer: "Xq7"', 'invalid input syntax for type integer: …'],
  ['Key (name)=(Xq7) already exists.', 'Key (name)… already exists.'],
  ["no `a` of 'Xq7'", 'no … of …'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
])('%s', (message, expected) => {
  expect(withoutValues(message)).toBe(expected);
});
