import { readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { buildSchema, parse, validate } from 'graphql';
import { EXPORT_LISTS } from './export-lists.ts';

const schema = buildSchema(readFileSync(inRepository('docs', 'api.graphql'), 'utf8'), { assumeValidSDL: true });
const faultsOf = (query: string) => validate(schema, parse(query)).map(({ message }) => message);

test.each([...EXPORT_LISTS.values()])(
  'what $name asks is in the graph, and it names its number where the graph counts',
  (list) => {
    for (const { page, lesserPage = page } of [list, ...Object.values(list.variants ?? {})])
      for (const selection of [page, lesserPage]) expect(faultsOf(list.query(`${selection} nextCursor`))).toEqual([]);
    expect(faultsOf(list.query('totalCount')).length === 0).toBe(list.isCounted);
  },
);
