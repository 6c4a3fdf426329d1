import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isNonNullType,
  isUnionType,
  parse,
  validate,
} from 'graphql';
import { literalOf } from './every-field.ts';
import { sequence } from './random.ts';

export interface Operation {
  query: string;
  operationName?: string;
  variables: Record<string, unknown>;
}

const DEPTH_MAX = 5;
const ALIASES = ['a', 'b', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__', 'valueOf', 'length'];

export function randomOperation(schema: GraphQLSchema, seed: string): Operation {
  for (let attempt = 0; ; attempt += 1) {
    const operation = new Writer(schema, sequence(`${seed}.${attempt}`)).write();
    if (validate(schema, parse(operation.query)).length === 0) return operation;
  }
}

class Writer {
  readonly #schema: GraphQLSchema;
  readonly #next: () => number;
  readonly #variables: Record<string, unknown> = {};
  readonly #definitions: string[] = [];
  readonly #fragments: string[] = [];
  readonly #meanings = new Map<string, string>();
  readonly #hasAbstractTypes: boolean;

  constructor(schema: GraphQLSchema, next: () => number) {
    this.#schema = schema;
    this.#next = next;
    this.#hasAbstractTypes = Object.values(schema.getTypeMap()).some(isAbstractType);
  }

  write(): Operation {
    const query = this.#schema.getQueryType();
    if (query == null) throw new Error('a schema without queries');
    const selection = this.#selection(query, 0);
    const definitions = this.#definitions.length === 0 ? '' : `(${this.#definitions.join(', ')})`;
    const named = this.#chance(0.3);
    const more = named && this.#chance(0.5) ? ' query Other { __typename }' : '';
    const text = `query ${named ? 'Mine' : ''}${definitions} ${selection}${more} ${this.#fragments.join(' ')}`;
    return { query: text, ...(named && { operationName: 'Mine' }), variables: this.#variables };
  }

  #chance(share: number): boolean {
    return this.#next() < share;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#next() * from.length)] as T;
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    const count = 1 + Math.floor(this.#next() * (depth === 0 ? 3 : 5));
    const parts = Array.from({ length: count }, () => this.#part(type, depth));
    return `{ ${parts.join(' ')} }`;
  }

  #part(type: GraphQLCompositeType, depth: number): string {
    const kind = this.#next();
    if (kind < 0.06) {
      const alias = this.#alias();
      return `${this.#isFree(alias, '__typename') ? alias : ''}__typename${this.#condition()}`;
    }
    if (isAbstractType(type) && kind > 0.6 && depth < DEPTH_MAX) return this.#fragment(type, depth + 1);
    if (kind < 0.12) return this.#fragment(type, depth);
    if (kind < 0.15) return `...${this.#condition()} ${this.#selection(type, depth)}`;
    if (kind < 0.2) return this.#spread(this.#typeWithin(type), depth);
    if (isUnionType(type)) return '__typename';
    const fields = Object.values(type.getFields()).filter(
      (field) => depth < DEPTH_MAX || !isCompositeType(getNamedType(field.type)),
    );
    return fields.length === 0 ? '__typename' : this.#field(this.#pick(fields), depth);
  }

  #fragment(type: GraphQLCompositeType, depth: number): string {
    const on = this.#typeWithin(type);
    return `... on ${on.name}${this.#condition()} ${this.#selection(on, depth)}`;
  }

  /** Among abstract types, another one that the same object may have. */
  #typeWithin(type: GraphQLCompositeType): GraphQLCompositeType {
    const objects = isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [type];
    const abstract = Object.values(this.#schema.getTypeMap())
      .filter(isAbstractType)
      .filter((other) => objects.some((object) => this.#schema.isSubType(other, object)));
    return abstract.length === 0 ? type : this.#pick([...objects, ...objects, ...abstract]);
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const target = getNamedType(field.type);
    const selection = isCompositeType(target) ? ` ${this.#selection(target, depth + 1)}` : '';
    const alias = this.#alias();
    const call = `${field.name}${this.#arguments(field.args)}`;
    return `${this.#isFree(alias, `${field.type} ${call}`) ? alias : ''}${call}${this.#condition()}${selection}`;
  }

  /** Among objects of several types, nearly every alias that is used twice would be a conflict. */
  #isFree(alias: string, meaning: string): boolean {
    if (!this.#hasAbstractTypes) return true;
    const known = this.#meanings.get(alias) ?? meaning;
    this.#meanings.set(alias, known);
    return known === meaning;
  }

  #spread(type: GraphQLCompositeType, depth: number): string {
    const selection = this.#selection(type, depth);
    const name = `F${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${type.name} ${selection}`);
    return `...${name}${this.#condition()}`;
  }

  #alias(): string {
    return this.#chance(0.25) ? `${this.#pick(ALIASES)}: ` : '';
  }

  #arguments(all: readonly GraphQLArgument[]): string {
    const given = all.filter(({ type }) => isNonNullType(type) || this.#chance(0.2));
    if (given.length === 0) return '';
    return `(${given.map((argument) => `${argument.name}: ${this.#value(argument)}`).join(', ')})`;
  }

  #value({ type }: GraphQLArgument): string {
    const named = getNamedType(type);
    if (named.name !== 'Int' && named.name !== 'String') return literalOf(named);
    return this.#chance(0.3) ? this.#variable(String(type), named.name === 'Int' ? 5 : 'given') : literalOf(named);
  }

  #condition(): string {
    const kind = this.#next();
    if (kind > 0.12) return '';
    const directive = this.#pick(['skip', 'include']);
    const value = this.#chance(0.3) ? this.#pick(['true', 'false']) : this.#variable('Boolean!', this.#chance(0.6));
    return ` @${directive}(if: ${value})`;
  }

  #variable(type: string, value: unknown): string {
    const index = this.#definitions.length;
    const name = this.#chance(0.1) && index === 0 ? 'constructor' : `v${index}`;
    const isDefault = this.#chance(0.3);
    this.#definitions.push(`$${name}: ${type}${isDefault ? ` = ${JSON.stringify(value)}` : ''}`);
    if (!isDefault || this.#chance(0.2)) this.#variables[name] = value;
    return `$${name}`;
  }
}
