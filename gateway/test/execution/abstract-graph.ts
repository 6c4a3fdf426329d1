import { readFileSync } from 'node:fs';
import { composeSupergraph } from '@ledgergraph/graph-tools/compose/compose-supergraph';
import type { Chance } from './random.ts';
import type { TwinGraph } from './twin-gateways.ts';

const NAMES = ['catalog', 'reviews', 'people', 'shop'];

const MEDIA = ['Book', 'Film', 'Song'];

/** An entity's name begins with its type, so that every subgraph takes it for the same type. */
const oneOf =
  (types: readonly string[]) =>
  (chance: Chance, place: string): Record<string, unknown> => ({
    id: `${chance.pick(types, 'type', place)}-${chance.pick([1, 2, 3], 'number', place)}`,
  });

const subgraphs = NAMES.map((name) => ({
  name,
  sdl: readFileSync(new URL(`abstract-graph/${name}.graphql`, import.meta.url), 'utf8'),
}));

const composition = composeSupergraph(subgraphs);

export const abstractGraph: TwinGraph & { apiSdl: string } = {
  supergraphSdl: composition.supergraphSdl,
  apiSdl: composition.apiSdl,
  subgraphs: new Map(
    subgraphs.map(({ name, sdl }) => [
      name,
      {
        typeDefs: sdl,
        keys: {
          Media: oneOf(MEDIA),
          ...Object.fromEntries([...MEDIA, 'Person', 'Club'].map((type) => [type, oneOf([type])])),
        },
      },
    ]),
  ),
};
