import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getOperationAST,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { type Condition, isIncluded, type VariableValues } from '#/execution/response-shape.ts';

type Members = Readonly<Record<string, unknown>>;
type Output = Record<string, unknown>;
interface Within {
  document: DocumentNode;
  schema: GraphQLSchema;
}

type Copy = (from: Members, to: Output, variables: VariableValues) => void;

/** The part of a subscription that needs no subgraph. */
export interface OwnParts {
  readonly root: FieldNode;
  readonly name: string;
  /** Under the client's names. */
  read(event: Members, variables: VariableValues): Output;
}

/** The gateway makes the events, so nothing is checked. graphql-js took a quarter of a stream's CPU time for this. */
export function compileOwnParts(document: DocumentNode, schema: GraphQLSchema): OwnParts {
  const root = getOperationAST(document)?.selectionSet.selections[0];
  if (root?.kind !== Kind.FIELD || root.selectionSet === undefined) throw new Error('a plan without an event');
  const copy = copyOf(root.selectionSet, { document, schema });
  return {
    root,
    name: (root.alias ?? root.name).value,
    read: (event, variables) => {
      const output: Output = {};
      copy(event, output, variables);
      return output;
    },
  };
}

function copyOf({ selections }: SelectionSetNode, within: Within): Copy {
  const copies = selections.map((selection) => conditional(selection, within));
  return (from, to, variables) => {
    for (const copy of copies) copy(from, to, variables);
  };
}

function conditional(selection: SelectionNode, within: Within): Copy {
  const when = conditionsOf(selection.directives ?? []);
  if (when === 'never') return () => {};
  const copy = copyOfOne(selection, within);
  if (when.length === 0) return copy;
  return (from, to, variables) => {
    if (isIncluded(when, variables)) copy(from, to, variables);
  };
}

function copyOfOne(selection: SelectionNode, within: Within): Copy {
  if (selection.kind === Kind.FRAGMENT_SPREAD) {
    for (const definition of within.document.definitions) {
      if (definition.kind !== Kind.FRAGMENT_DEFINITION || definition.name.value !== selection.name.value) continue;
      return onType(definition.typeCondition.name.value, copyOf(definition.selectionSet, within), within);
    }
    throw new Error(`a plan without its fragment ${selection.name.value}`);
  }
  if (selection.kind === Kind.INLINE_FRAGMENT) {
    const copy = copyOf(selection.selectionSet, within);
    return selection.typeCondition === undefined ? copy : onType(selection.typeCondition.name.value, copy, within);
  }
  const field = selection.name.value;
  const name = (selection.alias ?? selection.name).value;
  if (selection.selectionSet === undefined) return (from, to) => put(to, name, from[field]);
  const copy = copyOf(selection.selectionSet, within);
  return (from, to, variables) => {
    // Selections of one name are merged.
    const inner = Object.hasOwn(to, name) ? (to[name] as Output) : {};
    copy(from[field] as Members, inner, variables);
    put(to, name, inner);
  };
}

function onType(typeName: string, copy: Copy, { schema }: Within): Copy {
  const type = schema.getType(typeName);
  const names = isAbstractType(type) ? schema.getPossibleTypes(type).map((one) => one.name) : [typeName];
  const known = new Set<unknown>(names);
  return (from, to, variables) => {
    if (known.has(from.__typename)) copy(from, to, variables);
  };
}

function conditionsOf(directives: readonly DirectiveNode[]): Condition[] | 'never' {
  const when: Condition[] = [];
  for (const directive of directives) {
    const is = directive.name.value === 'include';
    const value = directive.arguments?.find(({ name }) => name.value === 'if')?.value;
    if (value?.kind === Kind.VARIABLE) when.push({ variable: value.name.value, is });
    else if (value?.kind === Kind.BOOLEAN && value.value !== is) return 'never';
  }
  return when;
}

/** A client may name a member `__proto__`. */
function put(to: Output, name: string, value: unknown): void {
  if (name !== '__proto__') to[name] = value;
  else Object.defineProperty(to, name, { value, enumerable: true, configurable: true, writable: true });
}
