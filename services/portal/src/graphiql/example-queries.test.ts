import { readFile } from 'node:fs/promises';
import { findExcess } from '@ledgergraph/gateway/operation/operation-limits';
import { buildSchema, parse, validate } from 'graphql';
import { exampleQueries } from './example-queries.ts';
import { renderPage } from './render-page.ts';

const api = buildSchema(await readFile(new URL('../../../../docs/api.graphql', import.meta.url), 'utf8'));

test.each(exampleQueries)('it runs as it stands: %s', (query) => {
  expect(validate(api, parse(query))).toEqual([]);
  expect(findExcess(parse(query))).toBeUndefined();
});

test('the page carries them as data', () => {
  const page = renderPage({ stylesheets: [], scripts: [] });
  const data = /<script type="application\/json" id="examples">(.*)<\/script>/.exec(page)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual(exampleQueries);
});
