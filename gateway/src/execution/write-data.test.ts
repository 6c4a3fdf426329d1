import { composeSupergraph } from '@ledgergraph/graph-tools/compose/compose-supergraph';
import { completeData } from './complete-data.ts';
import { Planner } from './planner.ts';
import type { CompositeShape, Part, PlainField, ValueShape } from './response-shape.ts';
import { RenderedData, renderResult, writeData } from './write-data.ts';

test('a result is one line of JSON, errors first, and what is not there is left out', () => {
  const errors = [{ message: 'm' }];
  expect(renderResult({ data: { a: 1 }, errors, extensions: { c: [] } })).toBe(
    '{"errors":[{"message":"m"}],"data":{"a":1},"extensions":{"c":[]}}\n',
  );
  expect(renderResult({ errors: undefined, data: null })).toBe('{"data":null}\n');
  expect(renderResult({ errors, extensions: { c: 1 } })).toBe('{"errors":[{"message":"m"}],"extensions":{"c":1}}\n');
  expect(renderResult({ extensions: { c: 1 } })).toBe('{"extensions":{"c":1}}\n');
});

test('rendered data goes out as it is, and is values to any other writer of the result', () => {
  const data = new RenderedData('{"a":"é"}', { a: 'é' });
  expect(renderResult({ data })).toBe('{"data":{"a":"é"}}\n');
  expect(JSON.stringify({ data })).toBe('{"data":{"a":"é"}}');
});

test('a tree without other fields equals its text', () => {
  expect(new RenderedData('{"a":1}', { a: 1, key: 2 }).tree).toEqual({ a: 1, key: 2 });
  expect(new RenderedData('{"a":1}').tree).toEqual({ a: 1 });
});

describe('an answer that is too long', () => {
  const text = 'x'.repeat(2 ** 20);
  const leaf: ValueShape = { kind: 'leaf', label: 'String', accepts: (value) => typeof value === 'string' };
  const list: ValueShape = { kind: 'list', label: '[String]', of: leaf };
  const parts: Part[] = [{ kind: 'field', name: 'a', value: list, when: [] }];
  const fields: PlainField[] = [
    { name: 'a', opening: '"a":', following: ',"a":', value: list, when: [], isInherited: false },
  ];
  const shape: CompositeShape = { kind: 'object', label: 'Query', parts, fields };
  const { apiTypes } = new Planner(
    composeSupergraph([{ name: 'one', sdl: 'type Query { a: [String] }' }]).supergraphSdl,
  );

  test.each(['written', 'completed'])('is thrown away while it is %s', (how) => {
    let read = 0;
    const values = (count: number): string[] =>
      new Proxy(
        Array.from({ length: count }, () => text),
        {
          get: (target, name) => {
            if (typeof name === 'string' && /^\d+$/.test(name)) read += 1;
            return Reflect.get(target, name);
          },
        },
      );
    const make = (a: string[]): unknown =>
      how === 'written' ? writeData(shape, { a }, {}) : completeData(shape, { a }, {}, apiTypes);
    expect(() => make(values(1_000))).toThrow(
      expect.objectContaining({ extensions: { code: 'ANSWER_TOO_LONG', http: { status: 400 } } }),
    );
    expect(read).toBeLessThan(40);
    expect(() => make(values(30))).not.toThrow();
  });
});
