import type { Schema } from '@apollo/federation-internals';
import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner';
import { compileRequires } from './compile-requires.ts';
import type { FetchStep, PlanStep } from './plan-steps.ts';
import type { Rewrite, RewriteStep } from './rewrite-data.ts';
import { namesUnder } from './subtype-names.ts';

/** Undefined when there is nothing to fetch. @param supergraph its types are named by the plan's conditions */
export function compilePlan({ node }: QueryPlan, supergraph: Schema): PlanStep | undefined {
  if (node === undefined) return undefined;
  if (node.kind === 'Subscription') throw new Error('a subscription among operations of one answer');
  return compilePlanNode(node, supergraph);
}

export function compilePlanNode(node: PlanNode, supergraph: Schema, path: readonly string[] = []): PlanStep {
  const inner = (of: PlanNode): PlanStep => compilePlanNode(of, supergraph, path);
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
      return compilePlanNode(node.node, supergraph, [...path, ...node.path.map(String)]);
    case 'Fetch':
      return compileFetch(node, path, supergraph);
    case 'Defer':
      throw new Error('the planner defers only where it is configured to');
  }
}

function compileFetch(node: FetchNode, path: readonly string[], supergraph: Schema): FetchStep {
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

type PlannedRewrite = NonNullable<FetchNode['inputRewrites']>[number];

const CONDITION = /^\.\.\. on (.+)$/;

/** A step of a path is a member's name or `... on` a type. */
export function compileRewrites(rewrites: readonly PlannedRewrite[] = [], supergraph: Schema): Rewrite[] {
  return rewrites.map((rewrite) => {
    const member = rewrite.path.at(-1);
    if (member === undefined || CONDITION.test(member)) throw new Error('a rewrite of no member');
    const path = rewrite.path.slice(0, -1).map((step) => compileStep(step, supergraph));
    const change = rewrite.kind === 'ValueSetter' ? { setTo: rewrite.setValueTo } : { renameTo: rewrite.renameKeyTo };
    return { path, member, change };
  });
}

function compileStep(step: string, supergraph: Schema): RewriteStep {
  const condition = CONDITION.exec(step)?.[1];
  return condition === undefined ? { field: step } : { types: namesUnder(condition, supergraph) };
}
