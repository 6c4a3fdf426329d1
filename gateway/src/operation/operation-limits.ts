import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { operationSizes, type Size } from './operation-size.ts';

// Validating and planning are synchronous: this bounds how long one caller makes others wait.
export const TOKENS_MAX = 2_000;
const DEPTH_MAX = 15;
const FIELDS_MAX = 1_000;
/** Apart from other fields: libraries that add one to each object keep all their fields. */
const TYPENAMES_MAX = 1_000;
const ALIASES_MAX = 30;
const ROOT_FIELDS_MAX = 20;
const DIRECTIVES_MAX = 50;
const DEFINITIONS_MAX = 50;
/** A fragment without fields costs time too. */
const SPREADS_MAX = 1_000;
/** In one place of the answer: validation compares each with each, and everything below. */
const REPEATS_MAX = 30;

/**
 * Counted with fragments spread out; empty when the document is small enough. Introspection and `__typename` count too: the lists of the
 * schema multiply.
 */
export function findExcess(document: DocumentNode): GraphQLError | undefined {
  const { definitions } = document;
  if (definitions.length > DEFINITIONS_MAX) {
    return tooLarge([`${definitions.length} operations and fragments (at most ${DEFINITIONS_MAX})`]);
  }
  const { fragments, sizeOf, rootFieldsOf, hasCycle } = operationSizes(document);
  const measured: SelectionSetNode[] = [];
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const { selectionSet } = definition;
    const isOperation = definition.kind === Kind.OPERATION_DEFINITION;
    const faults = excessOf(sizeOf(selectionSet), isOperation ? rootFieldsOf(selectionSet) : 0);
    if (faults.length > 0) return tooLarge(faults, definition);
    measured.push(selectionSet);
  }
  // Another rule reports cycles. Ten fragments that hold each other would be millions of places here.
  if (hasCycle()) return undefined;
  for (const selectionSet of measured) {
    const repeated = findRepeated([selectionSet], fragments);
    if (repeated === undefined) continue;
    return tooLarge([`${repeated.name.value} more than ${REPEATS_MAX} times in one place`], repeated);
  }
  return undefined;
}

function excessOf({ depth, fields, typenames, aliases, directives, spreads }: Size, rootFields: number): string[] {
  return [
    over('levels deep', depth, DEPTH_MAX),
    over('fields', fields, FIELDS_MAX),
    over('__typename', typenames, TYPENAMES_MAX),
    over('aliases', aliases, ALIASES_MAX),
    over('directives', directives, DIRECTIVES_MAX),
    over('root fields', rootFields, ROOT_FIELDS_MAX),
    over('uses of fragments', spreads, SPREADS_MAX),
  ].filter((fault) => fault !== undefined);
}

function over(what: string, size: number, max: number): string | undefined {
  return size > max ? `${Number.isFinite(size) ? size : 'endless'} ${what} (at most ${max})` : undefined;
}

function tooLarge(faults: readonly string[], node?: ASTNode): GraphQLError {
  return new GraphQLError(`The operation is too large: ${faults.join(', ')}.`, node && { nodes: node });
}

/** By places of the answer. Only for small documents without cycles. */
function findRepeated(
  places: readonly SelectionSetNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FieldNode | undefined {
  const byName = new Map<string, FieldNode[]>();
  const collect = ({ selections }: SelectionSetNode): FieldNode | undefined => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const there = byName.get(name) ?? [];
        byName.set(name, there);
        there.push(selection);
        if (there.length > REPEATS_MAX) return selection;
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      const found = fragment && collect(fragment.selectionSet);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const place of places) {
    const found = collect(place);
    if (found !== undefined) return found;
  }
  for (const there of byName.values()) {
    const below = there.flatMap(({ selectionSet }) => selectionSet ?? []);
    const found = below.length === 0 ? undefined : findRepeated(below, fragments);
    if (found !== undefined) return found;
  }
  return undefined;
}
