/** The members that name an entity of one type to the subgraph which completes it. */
export interface RepresentationShape {
  readonly typeName: string;
  readonly members: readonly RepresentationMember[];
}

export interface RepresentationMember {
  readonly name: string;
  /** As JSON, with the colon. */
  readonly opening: string;
  /** Undefined: the value as it is. */
  readonly members: readonly RepresentationMember[] | undefined;
}

/** In one order, so that equal entities have equal texts. Undefined for an entity of another type, or one that lacks a member. */
export function writeRepresentation({ typeName, members }: RepresentationShape, entity: unknown): string | undefined {
  return (entity as Record<string, unknown>).__typename === typeName ? writeMembers(members, entity) : undefined;
}

function writeMembers(members: readonly RepresentationMember[], source: unknown): string | undefined {
  if (source === null) return 'null';
  let text = '';
  for (const { name, opening, members: inner } of members) {
    const value = Object.hasOwn(source as object, name) ? (source as Record<string, unknown>)[name] : undefined;
    if (value === undefined) return undefined;
    const written = writeMember(value, inner);
    text += text === '' ? opening + written : `,${opening}${written}`;
  }
  return `{${text}}`;
}

// A missing nested member is null to the subgraph: the entity can still be fetched.
function writeMember(value: unknown, members: RepresentationMember['members']): string {
  if (members === undefined) return JSON.stringify(value);
  if (!Array.isArray(value)) return writeMembers(members, value) ?? 'null';
  return `[${value.map((element) => writeMembers(members, element) ?? 'null').join(',')}]`;
}
