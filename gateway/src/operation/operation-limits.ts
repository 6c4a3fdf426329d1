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

// Validating and planning are synchronous: this bounds how long one caller can make the others wait.
export const TOKENS_MAX = 2_000;
const DEPTH_MAX = 15;
const FIELDS_MAX = 1_000;
const ALIASES_MAX = 30;
const ROOT_FIELDS_MAX = 20;
const DIRECTIVES_MAX = 50;
const DEFINITIONS_MAX = 50;
/** Fields that come together in one place of the answer: validation compares each with each, and what is below them. */
const REPEATS_MAX = 30;

/**
 * Reports a document that is too large to be read, counted with its fragments spread out; undefined when it is not.
 * Introspection is exempt: it never reaches the planner, and GraphQL's own rule bounds its depth.
 */
export function findExcess(document: DocumentNode): GraphQLError | undefined {
  const { definitions } = document;
  if (definitions.length > DEFINITIONS_MAX) {
    return tooLarge([`${definitions.length} operations and fragments (at most ${DEFINITIONS_MAX})`]);
  }
  const { fragments, sizeOf, rootFieldsOf } = operationSizes(document);
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const { selectionSet } = definition;
    const isOperation = definition.kind === Kind.OPERATION_DEFINITION;
    const faults = excessOf(sizeOf(selectionSet), isOperation ? rootFieldsOf(selectionSet) : 0);
    if (faults.length > 0) return tooLarge(faults, definition);
    const repeated = findRepeated([{ selectionSet, within: new Set() }], fragments);
    if (repeated !== undefined) {
      return tooLarge([`${repeated.name.value} more than ${REPEATS_MAX} times in one place`], repeated);
    }
  }
  return undefined;
}

function excessOf({ depth, fields, aliases, directives }: Size, rootFields: number): string[] {
  return [
    over('levels deep', depth, DEPTH_MAX),
    over('fields', fields, FIELDS_MAX),
    over('aliases', aliases, ALIASES_MAX),
    over('directives', directives, DIRECTIVES_MAX),
    over('root fields', rootFields, ROOT_FIELDS_MAX),
  ].filter((fault) => fault !== undefined);
}

function over(what: string, size: number, max: number): string | undefined {
  return size > max ? `${Number.isFinite(size) ? size : 'endless'} ${what} (at most ${max})` : undefined;
}

function tooLarge(faults: readonly string[], node?: ASTNode): GraphQLError {
  return new GraphQLError(`The operation is too large: ${faults.join(', ')}.`, node && { nodes: node });
}

/** A selection set, and the fragments that it stands in: they are not entered again. */
interface Place {
  readonly selectionSet: SelectionSetNode;
  readonly within: ReadonlySet<string>;
}

/** Goes through the answer's places as they come together there. Only for what is known to have few fields. */
function findRepeated(
  places: readonly Place[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FieldNode | undefined {
  const byName = new Map<string, (Place | undefined)[]>();
  const collect = ({ selectionSet, within }: Place): FieldNode | undefined => {
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const there = byName.get(name) ?? [];
        byName.set(name, there);
        there.push(selection.selectionSet && { selectionSet: selection.selectionSet, within });
        if (there.length > REPEATS_MAX) return selection;
        continue;
      }
      const inner = placeOf(selection, within, fragments);
      const found = inner && collect(inner);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  for (const place of places) {
    const found = collect(place);
    if (found !== undefined) return found;
  }
  for (const there of byName.values()) {
    const below = there.filter((place) => place !== undefined);
    const found = below.length === 0 ? undefined : findRepeated(below, fragments);
    if (found !== undefined) return found;
  }
  return undefined;
}

function placeOf(
  selection: Exclude<SelectionSetNode['selections'][number], FieldNode>,
  within: ReadonlySet<string>,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Place | undefined {
  if (selection.kind === Kind.INLINE_FRAGMENT) return { selectionSet: selection.selectionSet, within };
  const name = selection.name.value;
  const fragment = fragments.get(name);
  if (fragment === undefined || within.has(name)) return undefined;
  return { selectionSet: fragment.selectionSet, within: new Set(within).add(name) };
}
