import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

export interface Size {
  depth: number;
  /** With introspection, without `__typename`. */
  fields: number;
  /** Added to each object by the libraries of clients. */
  typenames: number;
  aliases: number;
  directives: number;
  /** At each use, inline ones included. */
  spreads: number;
}

export interface OperationSizes {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly sizeOf: (selectionSet: SelectionSetNode) => Size;
  readonly rootFieldsOf: (selectionSet: SelectionSetNode) => number;
  /** A fragment that holds itself counts as empty there, so its sizes are too small. */
  readonly hasCycle: () => boolean;
}

const EMPTY: Size = { depth: 0, fields: 0, typenames: 0, aliases: 0, directives: 0, spreads: 0 };

/** Each fragment is measured once: fragments that double each other cost nothing. */
export function operationSizes(document: DocumentNode): OperationSizes {
  const fragments = fragmentsOf(document);
  const sizer = new Sizer(fragments);
  return {
    fragments,
    sizeOf: (selectionSet) => sizer.sizeOf(selectionSet),
    rootFieldsOf: (selectionSet) => rootFields(fragments, selectionSet),
    hasCycle: () => sizer.hasCycle,
  };
}

export function fragmentsOf({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  return fragments;
}

class Sizer {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Undefined while it is measured. */
  readonly #known = new Map<FragmentDefinitionNode, Size | undefined>();
  hasCycle = false;

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#fragments = fragments;
  }

  sizeOf({ selections }: SelectionSetNode): Size {
    const total = { ...EMPTY };
    for (const selection of selections) {
      const inner = this.#innerSize(selection);
      const isField = selection.kind === Kind.FIELD;
      const isTypename = isField && selection.name.value === '__typename';
      total.depth = Math.max(total.depth, inner.depth + (isField ? 1 : 0));
      total.fields += inner.fields + (isField && !isTypename ? 1 : 0);
      total.typenames += inner.typenames + (isTypename ? 1 : 0);
      total.aliases += inner.aliases + (isField && selection.alias !== undefined ? 1 : 0);
      total.directives += inner.directives + (selection.directives?.length ?? 0);
      total.spreads += inner.spreads + (isField ? 0 : 1);
    }
    return total;
  }

  #innerSize(selection: SelectionSetNode['selections'][number]): Size {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.#sizeOfFragment(selection.name.value);
    return selection.selectionSet === undefined ? EMPTY : this.sizeOf(selection.selectionSet);
  }

  #sizeOfFragment(name: string): Size {
    const fragment = this.#fragments.get(name);
    if (fragment === undefined) return EMPTY;
    if (this.#known.has(fragment)) {
      const measured = this.#known.get(fragment);
      this.hasCycle ||= measured === undefined;
      return measured ?? EMPTY;
    }
    this.#known.set(fragment, undefined);
    const size = this.sizeOf(fragment.selectionSet);
    this.#known.set(fragment, size);
    return size;
  }
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
