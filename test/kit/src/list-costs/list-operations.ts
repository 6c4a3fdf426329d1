import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';

export interface ListOperation {
  name: string;
  query: string;
}

export type Nested = Readonly<Record<string, string>>;

/** Deeper lists would make an answer of millions. */
const LISTS_DEEP = 3;
const LIMITS = ['$first', '$second', '2'];

/** @param args GraphQL text besides the limit; `$cursor` may stand in it @param nested the same of fields below, by name */
export function rootOperation(schema: GraphQLSchema, field: string, args: string, nested: Nested = {}): ListOperation {
  const found = schema.getQueryType()?.getFields()[field];
  if (found === undefined) throw new Error(`no field ${field}`);
  return { name: `${field}(${args})`, query: declare(selectField(found, new Set(['Query']), 0, { args, nested })) };
}

export function entityOperation(schema: GraphQLSchema, typeName: string, nested: Nested = {}): ListOperation {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`no type ${typeName}`);
  const selection = selectAll(type, new Set(['Query']), 1, nested);
  const query = declare(`_entities(representations: $representations) { ... on ${typeName} ${selection} }`);
  return { name: `entities of ${typeName}`, query };
}

function declare(selection: string): string {
  const types = { $first: 'Int!', $second: 'Int!', $cursor: 'String', $representations: '[_Any!]!' };
  const used = Object.entries(types).filter(([name]) => selection.includes(name));
  const variables = used.map(([name, type]) => `${name}: ${type}`).join(', ');
  return `query ${variables === '' ? '' : `(${variables})`} { ${selection} }`;
}

/** @param above types on the way here, of which only own fields are asked again @param lists on the way here */
function selectAll(type: GraphQLObjectType, above: ReadonlySet<string>, lists: number, nested: Nested): string {
  const path = new Set([...above, type.name]);
  const fields = Object.values(type.getFields()).map((field) =>
    selectField(field, path, lists, { args: nested[field.name] ?? '', nested }),
  );
  return `{ __typename ${fields.filter((text) => text !== '').join(' ')} }`;
}

function selectField(
  field: GraphQLField<unknown, unknown>,
  above: ReadonlySet<string>,
  lists: number,
  { args, nested }: { args: string; nested: Nested },
): string {
  const target = getNamedType(field.type);
  const hasLimit = field.args.some(({ name }) => name === 'limit');
  if (hasLimit && lists >= LISTS_DEEP) return '';
  const missing = field.args.find(
    ({ name, type }) => name !== 'limit' && isNonNullType(type) && !args.includes(`${name}:`),
  );
  if (missing !== undefined) throw new Error(`${field.name} needs ${missing.name}`);
  const given = [args, hasLimit ? `limit: ${LIMITS[lists]}` : ''].filter((text) => text !== '').join(', ');
  const call = given === '' ? field.name : `${field.name}(${given})`;
  if (!isObjectType(target)) return call;
  return above.has(target.name)
    ? `${call} ${selectLeaves(target)}`
    : `${call} ${selectAll(target, above, hasLimit ? lists + 1 : lists, nested)}`;
}

function selectLeaves(type: GraphQLObjectType): string {
  const leaves = Object.values(type.getFields()).filter(
    ({ type: target, args }) => isLeafType(getNamedType(target)) && !args.some((one) => isNonNullType(one.type)),
  );
  return `{ __typename ${leaves.map(({ name }) => name).join(' ')} }`;
}
