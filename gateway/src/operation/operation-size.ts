import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** Size of a selection set when its fragments are spread out. */
export interface Size {
  depth: number;
  fields: number;
  aliases: number;
  directives: number;
}

export interface OperationSizes {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly sizeOf: (selectionSet: SelectionSetNode) => Size;
  readonly rootFieldsOf: (selectionSet: SelectionSetNode) => number;
}

const EMPTY: Size = { depth: 0, fields: 0, aliases: 0, directives: 0 };

/** Measures what is in one document. Each fragment is measured once, so that fragments which double each other cost nothing. */
export function operationSizes(document: DocumentNode): OperationSizes {
  const fragments = fragmentsOf(document);
  return {
    fragments,
    sizeOf: createSizer(fragments),
    rootFieldsOf: (selectionSet) => rootFields(fragments, selectionSet),
  };
}

/** The fragments of a document by their names. */
export function fragmentsOf({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  return fragments;
}

function createSizer(fragments: ReadonlyMap<string, FragmentDefinitionNode>): OperationSizes['sizeOf'] {
  const known = new Map<FragmentDefinitionNode, Size>();

  const sizeOfFragment = (name: string): Size => {
    const fragment = fragments.get(name);
    if (fragment === undefined) return EMPTY;
    const measured = known.get(fragment);
    if (measured !== undefined) return measured;
    // Cycles are another rule's to report; here they only must end.
    known.set(fragment, EMPTY);
    const size = sizeOf(fragment.selectionSet);
    known.set(fragment, size);
    return size;
  };

  const sizeOf = ({ selections }: SelectionSetNode): Size => {
    const total = { ...EMPTY };
    for (const selection of selections) {
      total.directives += selection.directives?.length ?? 0;
      if (selection.kind === Kind.FIELD && selection.name.value.startsWith('__')) continue;
      const inner = innerSize(selection);
      const isField = selection.kind === Kind.FIELD;
      total.depth = Math.max(total.depth, inner.depth + (isField ? 1 : 0));
      total.fields += inner.fields + (isField ? 1 : 0);
      total.aliases += inner.aliases + (isField && selection.alias !== undefined ? 1 : 0);
      total.directives += inner.directives;
    }
    return total;
  };

  const innerSize = (selection: SelectionSetNode['selections'][number]): Size => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return sizeOfFragment(selection.name.value);
    return selection.selectionSet === undefined ? EMPTY : sizeOf(selection.selectionSet);
  };

  return sizeOf;
}

function rootFields(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  { selections }: SelectionSetNode,
  spread = new Set<string>(),
): number {
  return selections.reduce((count, selection) => {
    if (selection.kind === Kind.FIELD) return count + 1;
    if (selection.kind === Kind.INLINE_FRAGMENT) return count + rootFields(fragments, selection.selectionSet, spread);
    const fragment = fragments.get(selection.name.value);
    if (fragment === undefined || spread.has(selection.name.value)) return count;
    spread.add(selection.name.value);
    return count + rootFields(fragments, fragment.selectionSet, spread);
  }, 0);
}
