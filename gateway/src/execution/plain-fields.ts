import type { Condition, ObjectShape, Part, PlainField, ValueShape } from './response-shape.ts';

/**
 * An object's selections as one list, each name once. Where a condition decides how two selections of one name come
 * together there is no such list.
 */
export function plainFields(typeName: string, parts: readonly Part[]): PlainField[] | undefined {
  const fields = new Map<string, PlainField>();
  return add(fields, typeName, parts, []) ? [...fields.values()] : undefined;
}

function add(
  fields: Map<string, PlainField>,
  typeName: string,
  parts: readonly Part[],
  outer: readonly Condition[],
): boolean {
  return parts.every((part) => {
    const when = [...outer, ...part.when];
    if (part.kind !== 'fragment')
      return addField(fields, part.name, part.kind === 'field' ? part.value : undefined, when);
    return (part.typeName === undefined || part.typeName === typeName) && add(fields, typeName, part.parts, when);
  });
}

function addField(
  fields: Map<string, PlainField>,
  name: string,
  value: ValueShape | undefined,
  when: readonly Condition[],
): boolean {
  const known = fields.get(name);
  if (known === undefined) {
    const opening = `${JSON.stringify(name)}:`;
    fields.set(name, { name, opening, following: `,${opening}`, value, when, isInherited: name in Object.prototype });
    return true;
  }
  if (known.when.length > 0) return false;
  // What is always there already needs no second, perhaps conditional, time.
  if (known.value === undefined || isLeaf(known.value)) return true;
  const merged = value === undefined || when.length > 0 ? undefined : mergeValues(known.value, value);
  if (merged === undefined) return false;
  fields.set(name, { ...known, value: merged });
  return true;
}

function isLeaf(shape: ValueShape): boolean {
  return shape.kind === 'leaf' || (shape.kind !== 'object' && isLeaf(shape.of));
}

/** Two selections of one field: of one type, by GraphQL's validation. */
function mergeValues<Shape extends ValueShape>(one: Shape, other: ValueShape): Shape | undefined {
  if (one.kind === 'object' && other.kind === 'object') return mergeObjects(one, other) as Shape;
  if ((one.kind === 'nonNull' || one.kind === 'list') && other.kind === one.kind) {
    const of = mergeValues(one.of, other.of);
    return of && { ...one, of };
  }
  return undefined;
}

function mergeObjects(one: ObjectShape, other: ObjectShape): ObjectShape | undefined {
  const parts = [...one.parts, ...other.parts];
  const fields = plainFields(one.label, parts);
  return fields && { ...one, parts, fields };
}
