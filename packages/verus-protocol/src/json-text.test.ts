import { elementsAt, memberOf, membersAt } from './json-text.ts';

const TEXT = ' { "a" : 1.00000000, "b\\"":"x\\\\", "c":[ {"d":"}]"} , [2] ,-3e5], "a":null, "e":{} } ';

function parts(spans: Iterable<{ start: number; end: number }>): string[] {
  return [...spans].map(({ start, end }) => TEXT.slice(start, end));
}

test('cuts an object into the text of its members, whatever stands inside strings', () => {
  expect(parts(membersAt(TEXT))).toEqual(['1.00000000', '"x\\\\"', '[ {"d":"}]"} , [2] ,-3e5]', 'null', '{}']);
  expect([...membersAt(TEXT)].map(({ key }) => key)).toEqual(['a', 'b\\"', 'c', 'a', 'e']);
});

test('cuts an array, empty ones included', () => {
  const array = memberOf(TEXT, 'c')?.start;
  expect(parts(elementsAt(TEXT, array))).toEqual(['{"d":"}]"}', '[2]', '-3e5']);
  expect([...elementsAt('[]')]).toEqual([]);
  expect([...membersAt('{ }')]).toEqual([]);
});

test('finds the first of a repeated key and nothing for an absent one', () => {
  expect(memberOf(TEXT, 'a')).toMatchObject({ start: TEXT.indexOf('1.0') });
  expect(memberOf(TEXT, 'z')).toBeUndefined();
});
