import type { Schema } from '@apollo/federation-internals';
import type { FetchNode } from '#/apollo/apollo-internals.ts';
import { NotCovered } from './not-covered.ts';
import type { Rewrite, RewriteStep } from './rewrite-data.ts';
import { namesUnder } from './subtype-names.ts';

type PlannedRewrite = NonNullable<FetchNode['inputRewrites']>[number];

const CONDITION = /^\.\.\. on (.+)$/;

/** The planner's rewrites; a step of a path is a member's name or `... on` a type. */
export function compileRewrites(rewrites: readonly PlannedRewrite[] = [], supergraph: Schema): Rewrite[] {
  return rewrites.map((rewrite) => {
    const member = rewrite.path.at(-1);
    if (member === undefined || CONDITION.test(member)) throw new NotCovered('rewrites');
    const path = rewrite.path.slice(0, -1).map((step) => compileStep(step, supergraph));
    const change = rewrite.kind === 'ValueSetter' ? { setTo: rewrite.setValueTo } : { renameTo: rewrite.renameKeyTo };
    return { path, member, change };
  });
}

function compileStep(step: string, supergraph: Schema): RewriteStep {
  const condition = CONDITION.exec(step)?.[1];
  return condition === undefined ? { field: step } : { types: namesUnder(condition, supergraph) };
}
