import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';

export interface Step {
  type: string;
  field: string;
}

/** They describe the present, or have no value below an asOf: see docs/api.graphql. */
const ABOUT_NOW: ReadonlySet<string> = new Set([
  'Address.pending',
  'BalanceParts.pendingIn',
  'BalanceParts.pendingOut',
  'Block.isFinal',
  // The node is asked for the texts of blocks and transactions.
  'Block.verusHeaderJson',
  'Block.verusJson',
  'Transaction.verusJson',
  'TransactionOutput.spentByPending',
  'Utxo.spentByPending',
]);

export function fieldsOf(type: GraphQLObjectType): GraphQLField<unknown, unknown>[] {
  return Object.values(type.getFields()).filter(({ name }) => !ABOUT_NOW.has(`${type.name}.${name}`));
}

function objectTypes(schema: GraphQLSchema): GraphQLObjectType[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'));
}

export function listAsOfFields(schema: GraphQLSchema): string[] {
  return objectTypes(schema).flatMap((type) =>
    fieldsOf(type)
      .filter(({ args }) => args.some(({ name }) => name === 'asOf'))
      .map(({ name }) => `${type.name}.${name}`),
  );
}

export function listFieldsBelow(schema: GraphQLSchema, coordinates: readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = coordinates.map((coordinate) => {
    const [owner = '', name = ''] = coordinate.split('.');
    return getNamedType((schema.getType(owner) as GraphQLObjectType).getFields()[name]?.type);
  });
  for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
    if (!isObjectType(type)) continue;
    for (const field of fieldsOf(type)) {
      const coordinate = `${type.name}.${field.name}`;
      if (found.has(coordinate)) continue;
      found.add(coordinate);
      waiting.push(getNamedType(field.type));
    }
  }
  return found;
}

/** Not through lists. @throws Error when no path leads there: then the draws have to learn to ask for such a field */
export function pathTo(schema: GraphQLSchema, typeName: string): Step[] {
  const root = schema.getQueryType();
  const paths: { type: GraphQLObjectType; path: Step[] }[] = root == null ? [] : [{ type: root, path: [] }];
  const seen = new Set<string>();
  for (const { type, path } of paths) {
    if (type.name === typeName) return path;
    if (seen.has(type.name)) continue;
    seen.add(type.name);
    for (const field of fieldsOf(type)) {
      const next = getNamedType(field.type);
      if (!isObjectType(next) || isListType(getNullableType(field.type))) continue;
      paths.push({ type: next, path: [...path, { type: type.name, field: field.name }] });
    }
  }
  throw new Error(`no path from Query to an object of type ${typeName}`);
}

/** In fields; types without a path are missing. */
export function distancesTo(schema: GraphQLSchema, typeName: string): Map<string, number> {
  const distances = new Map([[typeName, 0]]);
  const types = objectTypes(schema);
  for (let distance = 1; ; distance += 1) {
    const next = types.filter(
      (type) =>
        !distances.has(type.name) &&
        fieldsOf(type).some(({ type: below }) => distances.get(getNamedType(below).name) === distance - 1),
    );
    if (next.length === 0) return distances;
    for (const { name } of next) distances.set(name, distance);
  }
}
