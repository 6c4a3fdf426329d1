import { type RepresentationShape, writeRepresentation } from './representation-shape.ts';

/** The entities of one fetch, each that is the same one asked for once. */
export interface EntityBatch {
  /** The `representations` variable as JSON. */
  readonly json: string;
  /** Of each representation in it. */
  readonly typeNames: readonly string[];
  /** The places, by index, whose entity can be asked for; others do not say which one it is. */
  readonly asked: readonly number[];
  /** For each of `asked` the index of its representation. */
  readonly representation: readonly number[];
}

/** A page of outputs names its few addresses many times: the subgraph hears of each once. */
export function batchEntities(shapes: readonly RepresentationShape[], entities: readonly unknown[]): EntityBatch {
  const known = new Map<string, number>();
  const typeNames: string[] = [];
  const asked: number[] = [];
  const representation: number[] = [];
  for (let index = 0; index < entities.length; index += 1) {
    for (const shape of shapes) {
      const text = writeRepresentation(shape, entities[index]);
      if (text === undefined) continue;
      let slot = known.get(text);
      if (slot === undefined) {
        slot = typeNames.push(shape.typeName) - 1;
        known.set(text, slot);
      }
      asked.push(index);
      representation.push(slot);
    }
  }
  return { json: `[${[...known.keys()].join(',')}]`, typeNames, asked, representation };
}
