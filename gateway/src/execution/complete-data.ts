import { isCompositeType, isObjectType, type Schema } from '@apollo/federation-internals';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { AnswerTooLong, orTooLong } from '#/errors/answer-length.ts';
import type { PreparedOperation } from './prepare-operation.ts';
import {
  type CompositeShape,
  type FragmentPart,
  isIncluded,
  type ListShape,
  type NullableShape,
  type Part,
  type TypenamePart,
  type ValueShape,
  type VariableValues,
} from './response-shape.ts';
import type { PlanRun } from './run-plan.ts';
import { RenderedData, writeData } from './write-data.ts';

const AROUND_A_NAME = 4;

type Path = (string | number)[];
type Members = Record<string, unknown>;

export interface Completed {
  data: Members | null;
  faults: GraphQLError[];
}

interface Outcome {
  value: unknown;
  /** Null where the schema allows none, so the parent becomes null. */
  isInvalid?: boolean;
  isReported?: boolean;
}

interface Walk {
  readonly apiSchema: Schema;
  readonly variables: VariableValues;
  readonly faults: GraphQLError[];
  readonly path: Path;
  /** About. */
  length: number;
}

export function completeResult(
  operation: PreparedOperation,
  { data: input, variables, errors }: PlanRun,
): ExecutionResult {
  const { shape, conditions, apiSchema } = operation;
  const fetchErrors = errors as GraphQLError[];
  // Validation lets an explicit null through: then there is no answer.
  const isDecided = conditions.every((name) => typeof variables[name] === 'boolean');
  try {
    const json = isDecided ? writeData(shape, input, variables) : undefined;
    if (json !== undefined) {
      // Selections of another type's fragment may have been fetched for the plan's own needs: they are not in the answer.
      const tree = operation.hasChoices ? undefined : input;
      // Only the writer of the response reads it.
      const data = new RenderedData(json, tree) as object as Record<string, unknown>;
      return fetchErrors.length === 0 ? { data } : { errors: fetchErrors, data };
    }
    const { data, faults } = completeData(shape, input, variables, apiSchema);
    if (fetchErrors.length > 0) return { errors: fetchErrors, data };
    return faults.length === 0 ? { data } : { extensions: { valueCompletion: faults }, data };
  } catch (error) {
    if (error instanceof AnswerTooLong) return { errors: [error] };
    return { errors: [new GraphQLError((error as Error).message, { originalError: error as Error })] };
  }
}

/**
 * Completes data by GraphQL's rules for nulls, as Apollo's `computeResponse`. Results have no prototype: a member is only what a
 * subgraph sent.
 * @throws AnswerTooLong
 * @throws Error where a value has another shape altogether, which fails the operation
 */
export function completeData(
  shape: CompositeShape,
  input: Members,
  variables: VariableValues,
  apiSchema: Schema,
): Completed {
  const walk: Walk = { apiSchema, variables, faults: [], path: [], length: 0 };
  const data: Members = Object.create(null);
  return { data: completeParts(shape.parts, input, data, shape.label, walk) ? data : null, faults: walk.faults };
}

/** False: the object has to be null. */
function completeParts(parts: readonly Part[], input: Members, output: Members, type: string, walk: Walk): boolean {
  return parts.every((part) => {
    if (!isIncluded(part.when, walk.variables)) return true;
    if (part.kind === 'typename') return completeTypename(part, input, output, type, walk);
    if (part.kind === 'fragment') return completeFragment(part, input, output, type, walk);
    walk.path.push(part.name);
    lengthen(walk, part.name.length + AROUND_A_NAME);
    const outcome = completeValue(part.value, ownMember(input, part.name) ?? null, output[part.name], type, walk);
    walk.path.pop();
    output[part.name] = outcome.value;
    return outcome.isInvalid !== true;
  });
}

function completeTypename({ name }: TypenamePart, input: Members, output: Members, type: string, walk: Walk): boolean {
  if (output[name] !== undefined) return true;
  const typename = ownMember(input, name) ?? ownMember(input, '__typename');
  const known = (typeof typename === 'string' ? walk.apiSchema.type(typename) : undefined) ?? walk.apiSchema.type(type);
  if (known === undefined || !isObjectType(known)) return false;
  output[name] = known.name;
  lengthen(walk, name.length + AROUND_A_NAME + known.name.length);
  return true;
}

function completeFragment(part: FragmentPart, input: Members, output: Members, type: string, walk: Walk): boolean {
  const typename = input.__typename;
  if (typename && typeof typename !== 'string') throw new Error('a __typename that is not a string');
  if (part.on !== undefined && !part.on.names.has((typename || type) as string)) return true;
  return completeParts(part.parts, input, output, part.on?.typeName ?? type, walk);
}

/** @param before of an earlier selection of the same name */
function completeValue(shape: ValueShape, input: unknown, before: unknown, parent: string, walk: Walk): Outcome {
  if (before === null || (before !== undefined && isLeaf(shape))) return { value: before };
  if (shape.kind !== 'nonNull') return completeNullable(shape, input, before, parent, walk);
  const outcome = completeNullable(shape.of, input, before, parent, walk);
  if (outcome.value !== null) return { value: outcome.value };
  if (outcome.isReported !== true)
    report(walk, `Cannot return null for non-nullable ${place(walk, shape.of, parent)}.`);
  return { value: null, isInvalid: true, isReported: true };
}

function completeNullable(shape: NullableShape, input: unknown, before: unknown, parent: string, walk: Walk): Outcome {
  if (input === null) return { value: null };
  if (shape.kind === 'list') return completeList(shape, input, before, parent, walk);
  if (shape.kind !== 'leaf') return completeObject(shape, input, before, parent, walk);
  if (shape.accepts(input)) {
    lengthen(walk, typeof input === 'string' ? input.length : 0);
    return { value: input };
  }
  report(walk, `Invalid value found for ${place(walk, shape, parent)}.`);
  return { value: null, isReported: true };
}

function completeList(shape: ListShape, input: unknown, before: unknown, parent: string, walk: Walk): Outcome {
  if (!Array.isArray(input) || (before !== undefined && !Array.isArray(before)))
    throw new Error('a value that is not a list');
  let isNull = false;
  let isReported = false;
  const value = input.map((element, index) => {
    walk.path.push(index);
    const outcome = completeValue(shape.of, element, before?.[index], parent, walk);
    walk.path.pop();
    isNull ||= outcome.isInvalid === true;
    isReported ||= outcome.isReported === true;
    return outcome.value;
  });
  return { value: isNull ? null : value, isReported };
}

function completeObject(shape: CompositeShape, input: unknown, before: unknown, parent: string, walk: Walk): Outcome {
  if (typeof input !== 'object') throw new Error('a value that is not an object');
  const members = input as Members;
  const typename = members.__typename;
  if (typename !== undefined && typeof typename !== 'string') throw new Error('a __typename that is not a string');
  if (typename && !isCompositeTypeName(typename, walk)) {
    report(walk, `Invalid __typename found for object at ${place(walk, shape, parent)}.`);
    return { value: null, isReported: true };
  }
  const output = (before ?? Object.create(null)) as Members;
  const isThere = completeParts(shape.parts, members, output, typename || shape.label, walk);
  return isThere ? { value: output } : { value: null, isReported: true };
}

function lengthen(walk: Walk, characters: number): void {
  walk.length += characters;
  orTooLong(walk.length);
}

function isCompositeTypeName(name: string, { apiSchema }: Walk): boolean {
  const type = apiSchema.type(name);
  return type !== undefined && isCompositeType(type);
}

function report({ faults, path }: Walk, message: string): void {
  faults.push(new GraphQLError(message, { path: [...path] }));
}

function place({ path }: Walk, { label }: NullableShape, parent: string): string {
  const last = path.at(-1);
  return typeof last === 'string' ? `field ${parent}.${last}` : `array element of type ${label} at index ${last}`;
}

function isLeaf(shape: ValueShape): boolean {
  return shape.kind === 'leaf' || ('of' in shape && isLeaf(shape.of));
}

function ownMember(of: Members, name: string): unknown {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}
