import type { Schema } from '@apollo/federation-internals';
import type { FetchNode, PlanNode, QueryPlan } from '#/apollo/apollo-internals.ts';
import { compileRequires } from './compile-requires.ts';
import { compileRewrites } from './compile-rewrites.ts';
import { NotCovered } from './not-covered.ts';
import type { FetchStep, PlanStep } from './plan-steps.ts';

/**
 * The plan as steps; undefined when there is nothing to fetch.
 * @param supergraph the whole graph's types, which the plan's conditions name
 * @throws NotCovered for @defer, subscriptions and @fromContext
 */
export function compilePlan({ node }: QueryPlan, supergraph: Schema): PlanStep | undefined {
  if (node === undefined) return undefined;
  if (node.kind === 'Subscription') throw new NotCovered('subscription');
  return compilePlanNode(node, supergraph);
}

/** One node of a plan, and all that is below it. @throws NotCovered as `compilePlan` */
export function compilePlanNode(node: PlanNode, supergraph: Schema): PlanStep {
  const inner = (of: PlanNode): PlanStep => compilePlanNode(of, supergraph);
  switch (node.kind) {
    case 'Sequence':
      return { kind: 'sequence', steps: node.nodes.map(inner) };
    case 'Parallel':
      return { kind: 'parallel', steps: node.nodes.map(inner) };
    case 'Condition':
      return {
        kind: 'condition',
        variable: node.condition,
        ifTrue: node.ifClause && inner(node.ifClause),
        ifFalse: node.elseClause && inner(node.elseClause),
      };
    case 'Flatten':
      if (node.node.kind !== 'Fetch') throw new NotCovered('nested plan');
      return compileFetch(node.node, node.path.map(String), supergraph);
    case 'Fetch':
      return compileFetch(node, [], supergraph);
    default:
      throw new NotCovered('defer');
  }
}

function compileFetch(node: FetchNode, path: readonly string[], supergraph: Schema): FetchStep {
  if ((node.contextRewrites ?? []).length > 0) throw new NotCovered('context');
  const { serviceName, operation, operationName, variableUsages = [], requires, inputRewrites, outputRewrites } = node;
  const head = JSON.stringify({ query: operation, operationName });
  return {
    kind: 'fetch',
    subgraph: serviceName,
    operation,
    opening: `${head.slice(0, -1)},"variables":{`,
    variables: variableUsages.map((name) => ({ name, opening: `${JSON.stringify(name)}:` })),
    path,
    entities: requires && compileRequires(requires, compileRewrites(inputRewrites, supergraph), supergraph),
    rewrites: compileRewrites(outputRewrites, supergraph),
  };
}
