import {
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

// Planning is synchronous: what passes here is what one caller can make the others wait for.
export const TOKENS_MAX = 2_000;
const DEPTH_MAX = 15;
const FIELDS_MAX = 1_000;
const ALIASES_MAX = 30;
const ROOT_FIELDS_MAX = 20;
const DIRECTIVES_MAX = 50;

interface Size {
  depth: number;
  fields: number;
  aliases: number;
  directives: number;
}

const EMPTY: Size = { depth: 0, fields: 0, aliases: 0, directives: 0 };

/**
 * Validation rule: an operation stays small, counted with its fragments spread out.
 * Introspection is exempt: it never reaches the planner, and GraphQL's own rule bounds its depth.
 */
export function operationLimits(context: ValidationContext): ASTVisitor {
  const sizeOf = createSizer(context);
  return {
    OperationDefinition(operation) {
      const size = sizeOf(operation.selectionSet);
      const faults = [
        over('levels deep', size.depth, DEPTH_MAX),
        over('fields', size.fields, FIELDS_MAX),
        over('aliases', size.aliases, ALIASES_MAX),
        over('directives', size.directives, DIRECTIVES_MAX),
        over('root fields', rootFields(context, operation.selectionSet), ROOT_FIELDS_MAX),
      ].filter((fault) => fault !== undefined);
      if (faults.length > 0) {
        context.reportError(
          new GraphQLError(`The operation is too large: ${faults.join(', ')}.`, { nodes: operation }),
        );
      }
    },
  };
}

function over(what: string, size: number, max: number): string | undefined {
  return size > max ? `${Number.isFinite(size) ? size : 'endless'} ${what} (at most ${max})` : undefined;
}

/** Each fragment is measured once, so that fragments which double each other cost nothing. */
function createSizer(context: ValidationContext): (selectionSet: SelectionSetNode) => Size {
  const known = new Map<FragmentDefinitionNode, Size>();

  const sizeOfFragment = (name: string): Size => {
    const fragment = context.getFragment(name);
    if (fragment == null) return EMPTY;
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

function rootFields(context: ValidationContext, selectionSet: SelectionSetNode, spread = new Set<string>()): number {
  return selectionSet.selections.reduce((count, selection) => {
    if (selection.kind === Kind.FIELD) return count + 1;
    if (selection.kind === Kind.INLINE_FRAGMENT) return count + rootFields(context, selection.selectionSet, spread);
    const fragment = context.getFragment(selection.name.value);
    if (fragment == null || spread.has(selection.name.value)) return count;
    spread.add(selection.name.value);
    return count + rootFields(context, fragment.selectionSet, spread);
  }, 0);
}
