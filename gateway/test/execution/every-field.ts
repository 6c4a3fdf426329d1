import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/** An operation has at most 20 root fields. */
const FIELDS_MAX = 20;

/** Each type is reached on the shortest way to it. */
export function everyField(schema: GraphQLSchema, fieldsMax = FIELDS_MAX): string[] {
  const query = schema.getQueryType();
  if (query == null) throw new Error('a schema without queries');
  const ways = new Map<GraphQLObjectType, string[]>([[query, []]]);
  for (const [type, way] of ways) {
    for (const field of Object.values(type.getFields())) {
      const target = getNamedType(field.type);
      if (isObjectType(target) && !ways.has(target)) ways.set(target, [...way, call(field)]);
    }
  }
  return Array.from(ways).flatMap(([type, way]) =>
    everyOf(type, fieldsMax).map((selection) => way.reduceRight((inner, step) => `{ ${step} ${inner} }`, selection)),
  );
}

function everyOf(type: GraphQLObjectType, fieldsMax: number): string[] {
  const fields = Object.values(type.getFields()).map((field) =>
    isObjectType(getNamedType(field.type)) ? `${call(field)} { __typename }` : call(field),
  );
  return Array.from({ length: Math.ceil(fields.length / fieldsMax) }, (_, index) => {
    const part = fields.slice(index * fieldsMax, (index + 1) * fieldsMax);
    return `{ ${part.join(' ')} }`;
  });
}

function call({ name, args }: GraphQLField<unknown, unknown>): string {
  const needed = args.filter((argument) => isNonNullType(argument.type) && argument.defaultValue === undefined);
  return needed.length === 0 ? name : `${name}(${needed.map(give).join(', ')})`;
}

function give({ name, type }: GraphQLArgument): string {
  return `${name}: ${literalOf(getNamedType(type))}`;
}

export function literalOf(type: GraphQLNamedType): string {
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null';
  const literals: Record<string, string> = {
    Int: '3',
    BigInt: '12',
    Boolean: 'true',
    Decimal: '"1.5"',
    DateTime: '"2026-11-20T08:40:00Z"',
    AsOf: '{ height: 7 }',
    MinimumFeeInput: '{ payment: { outputs: 2 } }',
    String: '"text"',
    ID: '"Book-1"',
  };
  const literal = literals[type.name];
  if (literal === undefined) throw new Error(`no literal for ${type.name}`);
  return literal;
}
