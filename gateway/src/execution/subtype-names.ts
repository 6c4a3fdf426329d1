import { type CompositeType, isInterfaceType, isUnionType, type Schema } from '@apollo/federation-internals';

/** The names of all types whose objects a fragment on this type selects from: the type itself, its members, its implementations. */
export function subtypeNames(type: CompositeType): ReadonlySet<string> {
  const names = new Set([type.name]);
  if (isUnionType(type)) for (const { name } of type.types()) names.add(name);
  if (isInterfaceType(type)) for (const { name } of type.allImplementations()) names.add(name);
  return names;
}

/** The same for a type condition of a query plan. A name that the schema does not know holds for itself alone. */
export function namesUnder(condition: string, schema: Schema): ReadonlySet<string> {
  const type = schema.type(condition);
  return type !== undefined && (isInterfaceType(type) || isUnionType(type)) ? subtypeNames(type) : new Set([condition]);
}
