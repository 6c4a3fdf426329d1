import { RenderedData, renderResult } from './write-data.ts';

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
