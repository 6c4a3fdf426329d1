import {
  type ArgumentNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNullableType,
  isListType,
  Kind,
  valueFromASTUntyped,
} from 'graphql';
import type { ListLength } from './cost-formula.ts';
import type { ListSizing } from './cost-weights.ts';

/** Where the schema gives no size. */
const LENGTH_ASSUMED = 50;

export const UNSIZED: ListLength = { slices: [], assumed: LENGTH_ASSUMED };

export function isList(type: GraphQLInputType | GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}

/**
 * A list that is looked up by a list of values is as long as that list. `slicingArguments` cannot name it: Federation takes numbers
 * there only.
 */
function askedLists({ slicingArguments, sizedFields }: ListSizing, field: GraphQLField<unknown, unknown>): string[] {
  if (slicingArguments.length > 0 || sizedFields.length > 0 || !isList(field.type)) return [];
  return field.args.filter(({ type }) => isList(type)).map(({ name }) => name);
}

export function slicedLength(
  sizing: ListSizing,
  field: GraphQLField<unknown, unknown>,
  given: readonly ArgumentNode[],
): ListLength {
  const { assumedSize = LENGTH_ASSUMED } = sizing;
  const { args } = field;
  const slicingArguments = [...sizing.slicingArguments, ...askedLists(sizing, field)];
  const slices = slicingArguments.flatMap((name): ListLength['slices'] => {
    const defaultValue = args.find((argument) => argument.name === name)?.defaultValue;
    const otherwise = typeof defaultValue === 'number' ? defaultValue : assumedSize;
    const argument = given.find((one) => one.name.value === name);
    if (argument === undefined) return typeof defaultValue === 'number' ? [defaultValue] : [];
    return sliceOf(argument, otherwise);
  });
  return { slices, assumed: assumedSize };
}

/** @param otherwise where a variable is absent */
export function sliceOf({ value }: ArgumentNode, otherwise: number): ListLength['slices'] {
  if (value.kind === Kind.VARIABLE) return [{ variable: value.name.value, otherwise }];
  if (value.kind === Kind.LIST) return [value.values.length];
  const literal = valueFromASTUntyped(value);
  return typeof literal === 'number' ? [literal] : [];
}
