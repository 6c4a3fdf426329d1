import { type CompositeType, isInterfaceType, isUnionType, type Schema } from '@apollo/federation-internals';

/** The type itself, its members and its implementations. */
export function subtypeNames(type: CompositeType): ReadonlySet<string> {
  const names = new Set([type.name]);
  if (isUnionType(type)) for (const { name } of type.types()) names.add(name);
  if (isInterfaceType(type)) for (const { name } of type.allImplementations()) names.add(name);
  return names;
}

/** For a type condition of a plan. An unknown name stands for itself alone. */
export function namesUnder(condition: string, schema: Schema): ReadonlySet<string> {
  const type = schema.type(condition);
  return type !== undefined && (isInterfaceType(type) || isUnionType(type)) ? subtypeNames(type) : new Set([condition]);
}
