import { mergeAnswer } from './merge-answer.ts';

const parsed = (json: string): Record<string, unknown> => JSON.parse(json);

test('objects are joined member by member, lists of equal length element by element', () => {
  const target = parsed('{"a":{"b":1,"c":[{"d":1},null]},"e":[1]}');
  mergeAnswer(target, parsed('{"a":{"c":[{"f":2},{"g":3}],"h":null},"e":[1,2],"i":"x"}'));
  expect(target).toEqual({ a: { b: 1, c: [{ d: 1, f: 2 }, { g: 3 }], h: null }, e: [1, 2], i: 'x' });
});

test.each(['__proto__', 'constructor', 'prototype', 'toString'])('%s is a member like any other', (name) => {
  const target = parsed(`{"${name}":{"known":1}}`);
  mergeAnswer(target, parsed(`{"${name}":{"prototype":{"polluted":1},"polluted":1}}`));
  expect(JSON.stringify(target)).toBe(`{"${name}":{"known":1,"prototype":{"polluted":1},"polluted":1}}`);

  const empty = {};
  mergeAnswer(empty, parsed(`{"${name}":{"prototype":{"polluted":1},"polluted":1}}`));
  expect(JSON.stringify(empty)).toBe(`{"${name}":{"prototype":{"polluted":1},"polluted":1}}`);
  for (const untouched of [{}, Object, Object.prototype, Object.prototype.toString]) {
    expect(Reflect.get(untouched, 'polluted')).toBeUndefined();
  }
});
