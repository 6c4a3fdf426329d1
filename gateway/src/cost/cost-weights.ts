import { type ConstDirectiveNode, Kind, parse, valueFromASTUntyped, visit } from 'graphql';

/** IBM's cost directives, as Federation has them since 2.9. */
export interface ListSizing {
  assumedSize: number | undefined;
  /** The largest one counts. */
  slicingArguments: readonly string[];
  /** Empty: the field itself is the list. */
  sizedFields: readonly string[];
}

/** `@cost` and `@listSize` of a supergraph, by coordinate. */
export interface CostWeights {
  types: ReadonlyMap<string, number>;
  /** By `Type.field`; overrides the type's own. */
  fields: ReadonlyMap<string, number>;
  /** Weights of each value of a list argument, by `Type.field(argument:)`. */
  arguments: ReadonlyMap<string, number>;
  /** By `Type.field`. */
  lists: ReadonlyMap<string, ListSizing>;
}

type Directives = readonly ConstDirectiveNode[] | undefined;

/** @throws GraphQLError when it is no GraphQL */
export function readCostWeights(supergraphSdl: string): CostWeights {
  const types = new Map<string, number>();
  const fields = new Map<string, number>();
  const inputs = new Map<string, number>();
  const lists = new Map<string, ListSizing>();
  const setWeight = (into: Map<string, number>, coordinate: string, directives: Directives): void => {
    const { weight } = argumentsOf(directives, 'cost') ?? {};
    if (typeof weight === 'number') into.set(coordinate, weight);
  };
  const ofType = ({ name, directives }: { name: { value: string }; directives?: Directives }): void =>
    setWeight(types, name.value, directives);
  visit(parse(supergraphSdl, { noLocation: true }), {
    ScalarTypeDefinition: ofType,
    EnumTypeDefinition: ofType,
    ObjectTypeDefinition(type) {
      ofType(type);
      for (const { name, directives, arguments: given = [] } of type.fields ?? []) {
        const coordinate = `${type.name.value}.${name.value}`;
        setWeight(fields, coordinate, directives);
        for (const one of given) setWeight(inputs, argumentCoordinate(coordinate, one.name.value), one.directives);
        const sizing = argumentsOf(directives, 'listSize');
        if (sizing !== undefined) lists.set(coordinate, toSizing(sizing));
      }
    },
  });
  return { types, fields, arguments: inputs, lists };
}

/** @param field `Type.field` */
export function argumentCoordinate(field: string, argument: string): string {
  return `${field}(${argument}:)`;
}

function argumentsOf(directives: Directives, name: string): Record<string, unknown> | undefined {
  const found = directives?.find((directive) => directive.kind === Kind.DIRECTIVE && directive.name.value === name);
  if (found === undefined) return undefined;
  return Object.fromEntries((found.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)]));
}

function toSizing({ assumedSize, slicingArguments, sizedFields }: Record<string, unknown>): ListSizing {
  return {
    assumedSize: typeof assumedSize === 'number' ? assumedSize : undefined,
    slicingArguments: toNames(slicingArguments),
    sizedFields: toNames(sizedFields),
  };
}

function toNames(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
