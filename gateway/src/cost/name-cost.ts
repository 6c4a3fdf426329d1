import type { FieldNode } from 'graphql';

/** Per cost of 1, where the client multiplies characters by names of its own. A power of two: sums are exact in any order. */
const CHARACTERS_PER_COST = 256;
const AROUND_A_NAME = 4;
/** As long as a hash. */
const CHARACTERS_OF_VALUE = 64;

export const VALUE_COST = CHARACTERS_OF_VALUE / CHARACTERS_PER_COST;

/** For each object that has it. A name of the schema's costs nothing. */
export function costOfName(node: FieldNode): number {
  return isAliased(node) ? (node.alias.value.length + AROUND_A_NAME) / CHARACTERS_PER_COST : 0;
}

export function isAliased(node: FieldNode): node is FieldNode & { alias: { value: string } } {
  return node.alias !== undefined && node.alias.value !== node.name.value;
}
