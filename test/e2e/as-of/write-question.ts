import type { Random } from '@ledgergraph/chain-generator/random';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';
import { distancesTo, fieldsOf, pathTo } from './schema-paths.ts';

/** Each argument is a variable `$<prefix><name>`. */
export interface Call {
  prefix: string;
  parent: string;
  returns: string;
  args: readonly GraphQLArgument[];
  /** 1 for a root field. */
  depth: number;
  isOnThePath: boolean;
}

/** It stands in a question once, not in each row of another list. */
export interface ContinuedList {
  path: readonly string[];
  cursorVariable: string;
}

export interface Question {
  coordinate: string;
  /** The first step is the question's alias. */
  path: readonly string[];
  selection: string;
  calls: readonly Call[];
  lists: readonly ContinuedList[];
  /** The drawn one, and the one on the path to it. */
  asOf: string;
  outerAsOf: string | null;
  asks: ReadonlySet<string>;
}

const FIELDS_MAX = 20;
const LEAF_CHANCE = 0.5;
/** It ends where the gateway's limit on depth is far. */
const OBJECT_CHANCE = [1, 0.7, 0.5, 0.4, 0.3, 0.2, 0.1];

/** @param coordinate `Query.address`, `Currency.state`… @param goal a `Type.field` that has to be asked for below it */
export function writeQuestion(
  schema: GraphQLSchema,
  random: Random,
  alias: string,
  coordinate: string,
  goal?: string,
): Question {
  return new QuestionWriter(schema, random, alias).write(coordinate, goal);
}

interface Place {
  path: readonly string[];
  depth: number;
  /** A cursor would belong to many lists at once. */
  isRepeated: boolean;
}

class QuestionWriter {
  readonly #schema: GraphQLSchema;
  readonly #random: Random;
  readonly #alias: string;
  readonly #calls: Call[] = [];
  readonly #lists: ContinuedList[] = [];
  readonly #asks = new Set<string>();
  #goal: { type: string; field: string; distances: ReadonlyMap<string, number> } | undefined;
  #outerAsOf: string | null = null;

  constructor(schema: GraphQLSchema, random: Random, alias: string) {
    this.#schema = schema;
    this.#random = random;
    this.#alias = alias;
  }

  write(coordinate: string, goal: string | undefined): Question {
    const [owner = '', name = ''] = coordinate.split('.');
    if (goal !== undefined) {
      const [type = '', field = ''] = goal.split('.');
      this.#goal = { type, field, distances: distancesTo(this.#schema, type) };
    }
    const outer = pathTo(this.#schema, owner);
    const steps = [...outer, { type: owner, field: name }];
    const asOf = `${this.#alias}_asOf`;
    let selection = '';
    const path = steps.map(({ field }, index) => (index === 0 ? this.#alias : field));
    for (const [index, { type, field }] of steps.entries()) {
      const place = { path: path.slice(0, index + 1), depth: index + 1, isRepeated: false };
      const definition = this.#field(type, field);
      const isAsked = index === steps.length - 1;
      const call = this.#call(type, definition, place, isAsked ? asOf : undefined, !isAsked);
      const opened = `${index === 0 ? `${this.#alias}: ` : ''}${field}${call}`;
      selection += isAsked ? `${opened}${this.#below(definition, place)}` : `${opened} { `;
    }
    return {
      coordinate,
      path,
      selection: `${selection}${' }'.repeat(outer.length)}`,
      calls: this.#calls,
      lists: this.#lists,
      asOf,
      outerAsOf: this.#outerAsOf,
      asks: this.#asks,
    };
  }

  #field(type: string, name: string): GraphQLField<unknown, unknown> {
    const owner = this.#schema.getType(type);
    const field = isObjectType(owner) ? owner.getFields()[name] : undefined;
    if (field === undefined) throw new Error(`the schema has no ${type}.${name}`);
    return field;
  }

  #call(
    parent: string,
    field: GraphQLField<unknown, unknown>,
    place: Place,
    asOf: string | undefined,
    isOnThePath: boolean,
  ): string {
    this.#asks.add(`${parent}.${field.name}`);
    if (field.args.length === 0) return '';
    const prefix = `${this.#alias}_${this.#calls.length}_`;
    const own = (name: string): boolean => name === 'asOf' && (asOf !== undefined || isOnThePath);
    const args = field.args.filter(({ name }) => !own(name));
    this.#calls.push({
      prefix,
      parent,
      returns: getNamedType(field.type).name,
      args,
      depth: place.depth,
      isOnThePath,
    });
    if (args.some(({ name }) => name === 'cursor') && !place.isRepeated) {
      this.#lists.push({ path: place.path, cursorVariable: `${prefix}cursor` });
    }
    if (isOnThePath && field.args.some(({ name }) => name === 'asOf')) this.#outerAsOf = `${prefix}asOf`;
    return `(${field.args.map(({ name }) => `${name}: $${asOf !== undefined && name === 'asOf' ? asOf : prefix + name}`).join(', ')})`;
  }

  #below(field: GraphQLField<unknown, unknown>, place: Place): string {
    const type = getNamedType(field.type);
    if (!isObjectType(type)) return '';
    const isRepeated = place.isRepeated || isListType(getNullableType(field.type));
    const chosen = this.#choose(type, place.depth);
    const written = chosen.map((below) => {
      const here = { path: [...place.path, below.name], depth: place.depth + 1, isRepeated };
      return `${below.name}${this.#call(type.name, below, here, undefined, false)}${this.#below(below, here)}`;
    });
    return ` { ${written.join(' ')} }`;
  }

  #choose(type: GraphQLObjectType, depth: number): GraphQLField<unknown, unknown>[] {
    const fields = fieldsOf(type);
    const toGoal = this.#towardsGoal(type);
    const chosen = fields.filter((field) => {
      if (field === toGoal) return true;
      if (isObjectType(getNamedType(field.type))) return this.#goesInto(depth);
      return field.name === 'nextCursor' || field.name === 'cursor' || this.#random.chance(LEAF_CHANCE);
    });
    if (chosen.length > 0) return chosen;
    return fields.filter((field) => !isObjectType(getNamedType(field.type))).slice(0, 1);
  }

  #goesInto(depth: number): boolean {
    return this.#asks.size < FIELDS_MAX && this.#random.chance(OBJECT_CHANCE[depth] ?? 0);
  }

  #towardsGoal(type: GraphQLObjectType): GraphQLField<unknown, unknown> | undefined {
    if (this.#goal === undefined) return undefined;
    const { type: goalType, field, distances } = this.#goal;
    if (type.name === goalType) {
      this.#goal = undefined;
      return type.getFields()[field];
    }
    const here = distances.get(type.name) ?? 0;
    return fieldsOf(type).find(({ type: next }) => distances.get(getNamedType(next).name) === here - 1);
  }
}
