import { setOwn } from './merge-answer.ts';

type Members = Record<string, unknown>;

/**
 * The planner's change to what goes to a subgraph or comes from it: an interface's name where the subgraph knows no more, or a field's
 * own name in place of an alias.
 */
export interface Rewrite {
  readonly path: readonly RewriteStep[];
  readonly member: string;
  readonly change: { readonly setTo: unknown } | { readonly renameTo: string };
}

export type RewriteStep = { readonly field: string } | { readonly types: ReadonlySet<string> };

/** In place, lists element by element. */
export function rewriteData(rewrites: readonly Rewrite[], value: unknown): void {
  for (const rewrite of rewrites) rewriteAt(rewrite, 0, value);
}

function rewriteAt(rewrite: Rewrite, depth: number, value: unknown): void {
  if (Array.isArray(value)) for (const element of value) rewriteAt(rewrite, depth, element);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const members = value as Members;
  const step = rewrite.path[depth];
  if (step === undefined) change(rewrite, members);
  else if ('field' in step) rewriteAt(rewrite, depth + 1, ownMember(members, step.field));
  else if (meets(members, step.types)) rewriteAt(rewrite, depth + 1, members);
}

// An object without `__typename` counts as one of these types.
function meets({ __typename }: Members, types: ReadonlySet<string>): boolean {
  return !__typename || types.has(__typename as string);
}

function change({ member, change: made }: Rewrite, members: Members): void {
  if ('setTo' in made) {
    setOwn(members, member, made.setTo);
    return;
  }
  const value = ownMember(members, member);
  if (!value) return;
  setOwn(members, made.renameTo, value);
  setOwn(members, member, undefined);
}

function ownMember(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
