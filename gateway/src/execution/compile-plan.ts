import type { Experimental_DidResolveQueryPlanCallback } from '@apollo/gateway';
import { NotCovered } from './not-covered.ts';
import type { FetchStep, PlanStep } from './plan-steps.ts';
import type { RepresentationMember, RepresentationShape } from './representation-shape.ts';

export type QueryPlan = Parameters<Experimental_DidResolveQueryPlanCallback>[0]['queryPlan'];
type PlanNode = Exclude<NonNullable<QueryPlan['node']>, { kind: 'Subscription' }>;
type FetchNode = Extract<PlanNode, { kind: 'Fetch' }>;
type RequiredSelection = NonNullable<FetchNode['requires']>[number];

/**
 * The plan as steps; undefined when there is nothing to fetch.
 * @throws NotCovered for what plans of our schema do not hold: rewrites of abstract types, @defer, subscriptions
 */
export function compilePlan({ node }: QueryPlan): PlanStep | undefined {
  if (node === undefined) return undefined;
  if (node.kind === 'Subscription') throw new NotCovered('subscription');
  return compileNode(node);
}

function compileNode(node: PlanNode): PlanStep {
  switch (node.kind) {
    case 'Sequence':
      return { kind: 'sequence', steps: node.nodes.map(compileNode) };
    case 'Parallel':
      return { kind: 'parallel', steps: node.nodes.map(compileNode) };
    case 'Condition':
      return {
        kind: 'condition',
        variable: node.condition,
        ifTrue: node.ifClause && compileNode(node.ifClause),
        ifFalse: node.elseClause && compileNode(node.elseClause),
      };
    case 'Flatten':
      if (node.node.kind !== 'Fetch') throw new NotCovered('nested plan');
      return compileFetch(node.node, node.path.map(String));
    case 'Fetch':
      return compileFetch(node, []);
    default:
      throw new NotCovered('defer');
  }
}

function compileFetch(node: FetchNode, path: readonly string[]): FetchStep {
  if (hasRewrites(node)) throw new NotCovered('rewrites');
  const { serviceName, operation, operationName, variableUsages = [], requires } = node;
  const head = JSON.stringify({ query: operation, operationName });
  return {
    kind: 'fetch',
    subgraph: serviceName,
    operation,
    opening: `${head.slice(0, -1)},"variables":{`,
    variables: variableUsages.map((name) => ({ name, opening: `${JSON.stringify(name)}:` })),
    path,
    entities: requires && compileRequires(requires),
  };
}

function hasRewrites({ inputRewrites = [], outputRewrites = [], contextRewrites = [] }: FetchNode): boolean {
  return inputRewrites.length > 0 || outputRewrites.length > 0 || contextRewrites.length > 0;
}

function compileRequires(requires: readonly RequiredSelection[]): RepresentationShape[] {
  const types = new Set(
    requires.map((selection) => (selection.kind === 'InlineFragment' ? selection.typeCondition : '')),
  );
  return Array.from(types, (typeName) => {
    const members = typeName
      ? membersOf(
          typeName,
          requires.filter((selection) => isOn(typeName, selection)),
        )
      : [];
    // A representation that does not tell its type names nothing.
    if (typeName === undefined || !members.some(({ name }) => name === '__typename')) throw new NotCovered('requires');
    return { typeName, members };
  });
}

function isOn(typeName: string, selection: RequiredSelection): boolean {
  return selection.kind === 'InlineFragment' && selection.typeCondition === typeName;
}

/** Under conditions the planner wraps a key in fragments of the same type, or repeats it in them: the key is meant once. */
function membersOf(typeName: string, selections: readonly RequiredSelection[]): RepresentationMember[] {
  const own = selections.filter(({ kind }) => kind === 'Field').map(compileMember);
  const inner = selections.flatMap((selection) => {
    if (selection.kind === 'Field') return [];
    if (!isOn(typeName, selection)) throw new NotCovered('requires');
    return [membersOf(typeName, selection.selections)];
  });
  const [first = [], ...others] = [own, ...inner].filter((members) => members.length > 0);
  // Where one holds more than another, an entity may fit one and not the other.
  if (others.some((members) => !isSameKey(first, members))) throw new NotCovered('requires');
  return first;
}

function isSameKey(one: readonly RepresentationMember[], other: readonly RepresentationMember[]): boolean {
  const names = new Set(one.map(({ name }) => name));
  return one.length === other.length && other.every(({ name, members }) => names.has(name) && members === undefined);
}

function compileMember(selection: RequiredSelection): RepresentationMember {
  if (selection.kind !== 'Field') throw new NotCovered('requires');
  const name = selection.alias ?? selection.name;
  return { name, opening: `${JSON.stringify(name)}:`, members: selection.selections?.map(compileMember) };
}
