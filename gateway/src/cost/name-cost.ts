import type { FieldNode } from 'graphql';

/**
 * Characters of the answer that cost 1, where the client multiplies them by names of its own. A power of two: sums of such parts are
 * exact in whatever order they are made.
 */
const CHARACTERS_PER_COST = 256;
/** Quotes, colon and comma. */
const AROUND_A_NAME = 4;
/** Characters of a value as long as a hash. */
const CHARACTERS_OF_VALUE = 64;

/** Cost of a value under a name of the client's own, for each time that it is in the answer. */
export const VALUE_COST = CHARACTERS_OF_VALUE / CHARACTERS_PER_COST;

/** Cost of a field's name, for each object that has it. A name of the schema's costs nothing: it is there once, and short. */
export function costOfName(node: FieldNode): number {
  return isAliased(node) ? (node.alias.value.length + AROUND_A_NAME) / CHARACTERS_PER_COST : 0;
}

export function isAliased(node: FieldNode): node is FieldNode & { alias: { value: string } } {
  return node.alias !== undefined && node.alias.value !== node.name.value;
}
