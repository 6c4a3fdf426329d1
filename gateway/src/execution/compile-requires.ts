import type { Schema } from '@apollo/federation-internals';
import type { QueryPlanSelectionNode } from '@apollo/query-planner';
import type { EntityNames } from './plan-steps.ts';
import type { RepresentationMember, RepresentationShape } from './representation-shape.ts';
import type { RepresentationPart } from './representation-tree.ts';
import type { Rewrite } from './rewrite-data.ts';
import { namesUnder } from './subtype-names.ts';

/** One list of members for each type, which is written fastest, where that is enough. */
export function compileRequires(
  requires: readonly QueryPlanSelectionNode[],
  rewrites: readonly Rewrite[],
  supergraph: Schema,
): EntityNames {
  const shapes = rewrites.length === 0 ? shapesOf(requires, supergraph) : undefined;
  return shapes ?? { parts: requires.flatMap((selection) => compilePart(selection, supergraph)), rewrites };
}

function compilePart(selection: QueryPlanSelectionNode, supergraph: Schema): RepresentationPart[] {
  const parts = selection.selections?.flatMap((inner) => compilePart(inner, supergraph));
  if (selection.kind === 'Field') return [{ kind: 'field', name: selection.alias ?? selection.name, parts }];
  // As Apollo's executor does.
  if (!selection.typeCondition) return [];
  return [{ kind: 'fragment', names: namesUnder(selection.typeCondition, supergraph), parts: parts ?? [] }];
}

/** Undefined where an entity's type alone does not decide its members. */
function shapesOf(requires: readonly QueryPlanSelectionNode[], supergraph: Schema): RepresentationShape[] | undefined {
  const types = new Set(
    requires.map((selection) => (selection.kind === 'InlineFragment' ? selection.typeCondition : undefined)),
  );
  const shapes: RepresentationShape[] = [];
  for (const typeName of types) {
    if (!typeName || namesUnder(typeName, supergraph).size > 1) return undefined;
    const members = membersOf(
      typeName,
      requires.filter((selection) => isOn(typeName, selection)),
    );
    // A representation without its type names nothing.
    if (!members?.some(({ name }) => name === '__typename')) return undefined;
    shapes.push({ typeName, members });
  }
  return shapes;
}

function isOn(typeName: string, selection: QueryPlanSelectionNode): boolean {
  return selection.kind === 'InlineFragment' && selection.typeCondition === typeName;
}

/** Under conditions the planner repeats a key in fragments of the same type. */
function membersOf(
  typeName: string,
  selections: readonly QueryPlanSelectionNode[],
): RepresentationMember[] | undefined {
  const own = compileMembers(selections.filter(({ kind }) => kind === 'Field'));
  if (own === undefined) return undefined;
  const found = own.length === 0 ? [] : [own];
  for (const selection of selections) {
    if (selection.kind === 'Field') continue;
    const inner = isOn(typeName, selection) ? membersOf(typeName, selection.selections) : undefined;
    if (inner === undefined) return undefined;
    if (inner.length > 0) found.push(inner);
  }
  const [first = [], ...others] = found;
  // An entity may fit one list and not a longer one.
  return others.every((members) => isSameKey(first, members)) ? first : undefined;
}

function isSameKey(one: readonly RepresentationMember[], other: readonly RepresentationMember[]): boolean {
  const names = new Set(one.map(({ name }) => name));
  return one.length === other.length && other.every(({ name, members }) => names.has(name) && members === undefined);
}

/** Undefined where a fragment is among them. */
function compileMembers(selections: readonly QueryPlanSelectionNode[]): RepresentationMember[] | undefined {
  const members: RepresentationMember[] = [];
  for (const selection of selections) {
    if (selection.kind !== 'Field') return undefined;
    const name = selection.alias ?? selection.name;
    const inner = selection.selections && compileMembers(selection.selections);
    if (selection.selections !== undefined && inner === undefined) return undefined;
    members.push({ name, opening: `${JSON.stringify(name)}:`, members: inner });
  }
  return members;
}
