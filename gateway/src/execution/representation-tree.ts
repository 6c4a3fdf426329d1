import { mergeAnswer, setOwn } from './merge-answer.ts';
import { type Rewrite, rewriteData } from './rewrite-data.ts';

/** For conditions on interfaces, fragments within required fields, and representations that are changed before they are sent. */
export interface RepresentationTree {
  readonly parts: readonly RepresentationPart[];
  readonly rewrites: readonly Rewrite[];
}

export type RepresentationPart = RequiredField | RequiredFragment;

interface RequiredField {
  readonly kind: 'field';
  readonly name: string;
  /** Undefined: the value as it is. */
  readonly parts: readonly RepresentationPart[] | undefined;
}

interface RequiredFragment {
  readonly kind: 'fragment';
  readonly names: ReadonlySet<string>;
  readonly parts: readonly RepresentationPart[];
}

export interface Representation {
  readonly __typename: string;
  readonly [member: string]: unknown;
}

type Members = Record<string, unknown>;

/** Undefined where the entity lacks a member that names it. */
export function representationOf({ parts, rewrites }: RepresentationTree, entity: unknown): Representation | undefined {
  const members = select(parts, entity);
  if (!members?.__typename) return undefined;
  rewriteData(rewrites, members);
  return members as Members & Representation;
}

// A selection that lacks a member is null as a whole; a fragment that is null adds nothing.
function select(parts: readonly RepresentationPart[], source: unknown): Members | null {
  if (source === null) return null;
  const selected: Members = Object.create(null);
  for (const part of parts) {
    if (part.kind === 'fragment') {
      const isMeant = part.names.has((source as Members).__typename as string);
      const inner = isMeant ? select(part.parts, source) : null;
      if (inner !== null) mergeAnswer(selected, inner);
      continue;
    }
    const value = Object.hasOwn(source as object, part.name) ? (source as Members)[part.name] : undefined;
    if (value === undefined) return null;
    setOwn(selected, part.name, selectValue(part, value));
  }
  return selected;
}

function selectValue({ parts }: RequiredField, value: unknown): unknown {
  if (parts === undefined) return Array.isArray(value) ? [...value] : value;
  return Array.isArray(value) ? value.map((element) => select(parts, element)) : select(parts, value);
}
