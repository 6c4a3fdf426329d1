import { composeSupergraph } from '#/compose/compose-supergraph.ts';
import { subgraphNames } from './subgraph-names.ts';

test('the names are the ones the supergraph was composed with', () => {
  const { supergraphSdl } = composeSupergraph([
    { name: 'one', sdl: 'type Query { a: Int }' },
    { name: 'two_parts', sdl: 'type Query { b: Int }' },
  ]);
  expect(subgraphNames(supergraphSdl)).toEqual(['one', 'two_parts']);
});
