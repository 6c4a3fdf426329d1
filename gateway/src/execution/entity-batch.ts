import type { EntityNames } from './plan-steps.ts';
import { type RepresentationShape, writeRepresentation } from './representation-shape.ts';
import { type RepresentationTree, representationOf } from './representation-tree.ts';

/** Equal entities are asked for once. */
export interface EntityBatch {
  readonly json: string;
  readonly typeNames: readonly string[];
  /** Places whose entity can be fetched; the others lack a part of its key. */
  readonly asked: readonly number[];
  /** For each of `asked`, the index of its representation. */
  readonly representation: readonly number[];
}

/** A page of outputs names its few addresses many times: the subgraph gets each once. */
export function batchEntities(names: EntityNames, entities: readonly unknown[]): EntityBatch {
  const batch = new Batch();
  if ('parts' in names) addByTree(batch, names, entities);
  else addByShapes(batch, names, entities);
  return batch;
}

function addByShapes(batch: Batch, shapes: readonly RepresentationShape[], entities: readonly unknown[]): void {
  for (let index = 0; index < entities.length; index += 1) {
    for (const shape of shapes) {
      const text = writeRepresentation(shape, entities[index]);
      if (text !== undefined) batch.add(index, text, shape.typeName);
    }
  }
}

function addByTree(batch: Batch, tree: RepresentationTree, entities: readonly unknown[]): void {
  for (const [index, entity] of entities.entries()) {
    const representation = representationOf(tree, entity);
    if (representation !== undefined) batch.add(index, JSON.stringify(representation), representation.__typename);
  }
}

class Batch implements EntityBatch {
  readonly typeNames: string[] = [];
  readonly asked: number[] = [];
  readonly representation: number[] = [];
  readonly #known = new Map<string, number>();

  get json(): string {
    return `[${[...this.#known.keys()].join(',')}]`;
  }

  add(index: number, text: string, typeName: string): void {
    let slot = this.#known.get(text);
    if (slot === undefined) {
      slot = this.typeNames.push(typeName) - 1;
      this.#known.set(text, slot);
    }
    this.asked.push(index);
    this.representation.push(slot);
  }
}
