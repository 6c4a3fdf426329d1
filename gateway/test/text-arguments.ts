import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';

export interface TextPlace {
  /** As `Query.minimumFee(transaction.memo)`. */
  name: string;
  argument: string;
  kind: 'query' | 'mutation' | 'subscription';
  literal: (text: string) => string;
  /** Takes the whole argument as $value. */
  query: string;
  value: (text: string) => unknown;
}

interface Way {
  open: string;
  close: string;
}

const ROOTS = ['query', 'mutation', 'subscription'] as const;
const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  BigInt: 1,
  DateTime: '2026-11-20T08:40:00Z',
  Decimal: '1.00000000',
  String: 'a',
  ID: 'a',
};

export function listTextPlaces(schema: GraphQLSchema): TextPlace[] {
  const places: TextPlace[] = [];
  for (const kind of ROOTS) {
    const root = schema.getRootType(kind as never);
    if (root == null) continue;
    const ways = new Map<GraphQLNamedType, Way>([[root, { open: '', close: '' }]]);
    for (const [type, way] of ways) {
      if (isObjectType(type)) collectFields(kind, type, way, ways, places);
      else if (isCompositeType(type)) {
        for (const possible of schema.getPossibleTypes(type)) {
          if (!ways.has(possible))
            ways.set(possible, { open: `${way.open} ... on ${possible.name} {`, close: `} ${way.close}` });
        }
      }
    }
  }
  return places;
}

function collectFields(
  kind: TextPlace['kind'],
  type: GraphQLNamedType,
  way: Way,
  ways: Map<GraphQLNamedType, Way>,
  places: TextPlace[],
): void {
  if (!isObjectType(type)) return;
  for (const field of Object.values(type.getFields())) {
    const target = getNamedType(field.type);
    const below = isCompositeType(target) ? ' { __typename }' : '';
    const write = (args: string): string => `${way.open} ${field.name}${args}${below} ${way.close}`;
    for (const argument of field.args) {
      const others = field.args.filter((other) => other !== argument && isRequiredArgument(other)).map(required);
      const withValue = (value: string): string => write(`(${[...others, `${argument.name}: ${value}`].join(', ')})`);
      for (const { path, value } of textsIn(argument.type)) {
        places.push({
          name: `${type.name}.${field.name}(${[argument.name, ...path].join('.')})`,
          argument: argument.name,
          kind,
          literal: (text) => `${kind} { ${withValue(toLiteral(value(text)))} }`,
          query: `${kind} ($value: ${argument.type}) { ${withValue('$value')} }`,
          value,
        });
      }
    }
    if (!isCompositeType(target) || ways.has(target)) continue;
    const args = field.args.filter(isRequiredArgument).map(required);
    const written = args.length === 0 ? '' : `(${args.join(', ')})`;
    ways.set(target, { open: `${way.open} ${field.name}${written} {`, close: `} ${way.close}` });
  }
}

function required({ name, type }: GraphQLArgument): string {
  return `${name}: ${toLiteral(goodValue(type))}`;
}

interface Text {
  path: string[];
  value: (text: string) => unknown;
}

/** An input object in itself is entered once. */
function textsIn(type: GraphQLInputType, within: readonly GraphQLNamedType[] = []): Text[] {
  if (isNonNullType(type)) return textsIn(type.ofType, within);
  if (isListType(type)) {
    return textsIn(type.ofType, within).map(({ path, value }) => ({ path, value: (text) => [value(text)] }));
  }
  // A scalar of ours may be given as a text too.
  if (!isInputObjectType(type)) {
    return isEnumType(type) || !['String', 'ID'].includes(type.name) ? [] : [{ path: [], value: (text) => text }];
  }
  if (within.includes(type)) return [];
  const fields = Object.values(type.getFields());
  return fields.flatMap((field) =>
    textsIn(field.type, [...within, type]).map(({ path, value }) => ({
      path: [field.name, ...path],
      value: (text) => ({
        ...Object.fromEntries(fields.filter(isRequiredInputField).map((other) => [other.name, goodValue(other.type)])),
        [field.name]: value(text),
      }),
    })),
  );
}

/** Stands in an operation without quotes. */
class EnumName {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  toJSON(): string {
    return this.name;
  }
}

function goodValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return goodValue(type.ofType);
  if (isListType(type)) return [goodValue(type.ofType)];
  if (isEnumType(type)) return new EnumName(type.getValues()[0]?.name ?? '');
  if (!isInputObjectType(type)) {
    if (!(type.name in SCALARS)) throw new Error(`a value of the scalar ${type.name} is needed here`);
    return SCALARS[type.name];
  }
  const fields = Object.values(type.getFields()).filter(isRequiredInputField);
  return Object.fromEntries(fields.map((field) => [field.name, goodValue(field.type)]));
}

function toLiteral(value: unknown): string {
  if (value instanceof EnumName) return value.name;
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${toLiteral(member)}`)
    .join(', ')} }`;
}
