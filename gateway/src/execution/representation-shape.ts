/** How an entity of one type is named to the subgraph that completes it: the members of its key, and of what else that one requires. */
export interface RepresentationShape {
  readonly typeName: string;
  readonly members: readonly RepresentationMember[];
}

export interface RepresentationMember {
  readonly name: string;
  /** The name as JSON, with the colon. */
  readonly opening: string;
  /** Undefined: the value as it is. */
  readonly members: readonly RepresentationMember[] | undefined;
}

/**
 * The entity's representation as JSON. Members stand in one order, so that equal entities have equal texts.
 * Undefined when it is of another type, or lacks a member: then nobody can say which entity it is.
 */
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

// Inside, what lacks a member is null to the subgraph: that it cannot be told is not the entity's end.
function writeMember(value: unknown, members: RepresentationMember['members']): string {
  if (members === undefined) return JSON.stringify(value);
  if (!Array.isArray(value)) return writeMembers(members, value) ?? 'null';
  return `[${value.map((element) => writeMembers(members, element) ?? 'null').join(',')}]`;
}
