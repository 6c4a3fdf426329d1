import { buildSchema, parse, print } from 'graphql';
import { type Introspection, KnownIntrospections } from './known-introspections.ts';

const schema = buildSchema('type Query { it: It } "words" type It { must: Int! }');
const asked = (source: string, names: readonly string[] = []): Introspection => {
  const document = parse(source);
  return { document, text: print(document), names };
};
const TYPES = asked('{ __schema { types { name description } } }');

test('each answer is made once, however its document is written, and again for other variables', () => {
  const known = new KnownIntrospections(schema);
  const first = known.answer(TYPES, {});
  expect(known.answer(asked('{__schema{types{name,description}}}'), {})).toBe(first);
  expect(JSON.stringify(first)).toContain('{"name":"It","description":"words"}');
  const byName = asked('query ($n: String!) { __type(name: $n) { name } }', ['n']);
  expect(JSON.stringify(known.answer(byName, { n: 'It', other: 1 }))).toBe('{"__type":{"name":"It"}}');
  expect(known.answer(byName, { n: 'It', other: 2 })).toBe(known.answer(byName, { n: 'It' }));
  expect(JSON.stringify(known.answer(byName, { n: 'Query' }))).toBe('{"__type":{"name":"Query"}}');
  expect(JSON.stringify(known.answer(byName, { n: 'None' }))).toBe('{"__type":null}');
});

test('however many are asked for, what is kept of them stays within its bytes', () => {
  const limits = { bytes: 20_000 };
  const known = new KnownIntrospections(schema, limits);
  let most = 0;
  for (let number = 0; number < 40; number += 1) {
    known.answer(asked(`{ a${number}: __schema { types { name description } } }`), {});
    most = Math.max(most, known.bytes);
  }
  expect(most).toBeLessThanOrEqual(limits.bytes);
  expect(most).toBeGreaterThan(limits.bytes / 2);
});
