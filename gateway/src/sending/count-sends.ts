import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf } from '#/operation/operation-size.ts';

/**
 * Root fields of a mutation, each of which sends one transaction. Two selections of one name are one; one that a variable leaves out
 * counts.
 */
export function countSends(document: DocumentNode, { selectionSet }: OperationDefinitionNode): number {
  const names = new Set<string>();
  collectNames(selectionSet, fragmentsOf(document), names);
  return names.size;
}

/** The document is valid: no fragment holds itself. */
function collectNames(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  names: Set<string>,
): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      if (!selection.name.value.startsWith('__')) names.add((selection.alias ?? selection.name).value);
      continue;
    }
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    if (inner !== undefined) collectNames(inner.selectionSet, fragments, names);
  }
}
