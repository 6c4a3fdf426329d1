import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { literalOf } from '../execution/every-field.ts';

export interface SizedOperation {
  query: string;
  variables: Record<string, unknown>;
}

const DEPTH_MAX = 4;
const LIMIT_MAX = 3;

/** Valid by construction, since ten thousand are needed in seconds: each field with arguments gets a name of its own. */
export function sizedOperation(schema: GraphQLSchema, next: () => number): SizedOperation {
  const query = schema.getQueryType();
  if (query == null) throw new Error('a schema without queries');
  const writer = new Writer(next);
  const selection = writer.selection(query, 0);
  const { definitions, fragments, variables } = writer;
  const head = definitions.length === 0 ? '' : `query (${definitions.join(', ')}) `;
  return { query: `${head}${selection} ${fragments.join(' ')}`, variables };
}

type Field = GraphQLField<unknown, unknown>;
const known = new Map<GraphQLObjectType, { objects: Field[]; leaves: Field[] }>();

function fieldsOf(type: GraphQLObjectType): { objects: readonly Field[]; leaves: readonly Field[] } {
  const found = known.get(type);
  if (found !== undefined) return found;
  const { objects = [], leaves = [] } = Object.groupBy(Object.values(type.getFields()), (field) =>
    isObjectType(getNamedType(field.type)) ? 'objects' : 'leaves',
  );
  known.set(type, { objects, leaves });
  return { objects, leaves };
}

class Writer {
  readonly definitions: string[] = [];
  readonly fragments: string[] = [];
  readonly variables: Record<string, unknown> = {};
  readonly #next: () => number;
  #names = 0;

  constructor(next: () => number) {
    this.#next = next;
  }

  selection(type: GraphQLObjectType, depth: number): string {
    const parts = Array.from({ length: 1 + Math.floor(this.#next() * 2.3) }, () => this.#part(type, depth));
    return `{ ${parts.join(' ')} }`;
  }

  #part(type: GraphQLObjectType, depth: number): string {
    const kind = this.#next();
    if (kind < 0.05) return `__typename${this.#condition()}`;
    if (kind < 0.12) return `... on ${type.name}${this.#condition()} ${this.selection(type, depth)}`;
    if (kind < 0.17) {
      const name = `F${this.#names++}`;
      this.fragments.push(`fragment ${name} on ${type.name} ${this.selection(type, depth)}`);
      return `...${name}${this.#condition()} ...${name}${this.#condition()}`;
    }
    const { objects, leaves } = fieldsOf(type);
    // Leaves cost nothing, so most fields are objects.
    const isObject = depth < DEPTH_MAX && this.#next() < 0.75;
    const field = this.#pick(isObject && objects.length > 0 ? objects : leaves);
    return field === undefined ? '__typename' : this.#field(field, depth);
  }

  #field(field: Field, depth: number): string {
    const target = getNamedType(field.type);
    const given = field.args.filter(
      ({ name, type }) => isNonNullType(type) || (name === 'limit' ? this.#next() < 0.6 : this.#next() < 0.05),
    );
    const alias = given.length === 0 ? '' : `n${this.#names++}: `;
    const args = given.length === 0 ? '' : `(${given.map((arg) => `${arg.name}: ${this.#value(arg)}`).join(', ')})`;
    const selection = isObjectType(target) ? ` ${this.selection(target, depth + 1)}` : '';
    return `${alias}${field.name}${args}${this.#condition()}${selection}`;
  }

  #value({ name, type }: GraphQLArgument): string {
    if (name !== 'limit') return literalOf(getNamedType(type));
    const limit = Math.floor(this.#next() * (LIMIT_MAX + 1));
    const kind = this.#next();
    if (kind < 0.4) return String(limit);
    if (kind < 0.5) return 'null';
    if (kind < 0.6) return this.#variable('Int', '', null);
    if (kind < 0.7) return this.#variable('Int', '', undefined);
    if (kind < 0.8) return this.#variable('Int', ` = ${limit}`, undefined);
    return this.#variable('Int', this.#next() < 0.5 ? ` = ${LIMIT_MAX - limit}` : '', limit);
  }

  #condition(): string {
    if (this.#next() > 0.1) return '';
    const directive = this.#next() < 0.5 ? 'skip' : 'include';
    const value = this.#next() < 0.5;
    return ` @${directive}(if: ${this.#next() < 0.3 ? value : this.#variable('Boolean!', '', value)})`;
  }

  #variable(type: string, fallback: string, value: unknown): string {
    const name = `v${this.definitions.length}`;
    this.definitions.push(`$${name}: ${type}${fallback}`);
    if (value !== undefined) this.variables[name] = value;
    return `$${name}`;
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#next() * from.length)];
  }
}
