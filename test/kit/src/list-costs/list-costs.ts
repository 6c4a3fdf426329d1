import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import {
  buildClientSchema,
  type GraphQLNamedType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  isIntrospectionType,
  isObjectType,
  isUnionType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { TestSubgraph } from '#/subgraph.ts';
import { explainStatement, type StatementCost } from './explain-statement.ts';
import { findFaults, mostRowsHandled } from './find-faults.ts';
import { entityOperation, type ListOperation, type Nested, rootOperation } from './list-operations.ts';
import type { Statement, StatementRecorder } from './record-statements.ts';

/** Arguments as GraphQL text; a cursor replaces `$cursor`. */
export interface RootCase {
  args: string;
  cursor?: string;
}

export interface ListCostsOptions {
  subgraph: TestSubgraph;
  recorder: StatementRecorder;
  db: SqlExecutor;
  roots: Readonly<Record<string, readonly RootCase[]>>;
  entities: Readonly<Record<string, (count: number) => object[]>>;
  nested?: Nested;
  /** Statements with another bound than a page. Infinity: none, as is known. */
  bounded?: readonly { sql: RegExp; rows: number }[];
}

interface ListCase {
  name: string;
  /** @param first length of the outermost list, or the number of entities @param second length of the lists inside */
  ask(first: number, second: number): Promise<void>;
}

const FIRST = 4;
const SECOND = 3;
const STATEMENT_CHARS = 300;
/** Up to 11 rows for each halving of a chain, of up to 2^16 blocks in tests. */
const HEIGHTS_AT = { sql: /WITH RECURSIVE search/, rows: 16 * 11 };
/** A statement for each row would be ten times as many. */
const GROWTH_MAX = 3;

export class ListCosts {
  readonly schema: GraphQLSchema;
  readonly #operations: ListOperation[] = [];
  readonly #cases: ListCase[];
  readonly #options: ListCostsOptions;

  private constructor(schema: GraphQLSchema, options: ListCostsOptions) {
    this.schema = schema;
    this.#options = options;
    this.#cases = this.#listCases();
  }

  static async open(options: ListCostsOptions): Promise<ListCosts> {
    const { data } = await options.subgraph.ask(getIntrospectionQuery());
    return new ListCosts(buildClientSchema(data), options);
  }

  #listCases(): ListCase[] {
    const { roots, entities, nested } = this.#options;
    const asked = Object.entries(roots).flatMap(([field, ways]) =>
      ways.map(({ args, cursor }) =>
        this.#case(rootOperation(this.schema, field, args, nested), (first, second) => ({ first, second, cursor })),
      ),
    );
    const resolved = Object.entries(entities).map(([type, represent]) =>
      this.#case(entityOperation(this.schema, type, nested), (first, second) => ({
        second,
        representations: represent(first).map((key) => ({ __typename: type, ...key })),
      })),
    );
    return [...asked, ...resolved];
  }

  #case(operation: ListOperation, variables: (first: number, second: number) => Record<string, unknown>): ListCase {
    this.#operations.push(operation);
    return {
      name: operation.name,
      ask: async (first, second) => {
        const { data, errors } = await this.#options.subgraph.ask(operation.query, variables(first, second));
        if (errors !== undefined) throw new Error(`${operation.name}: ${JSON.stringify(errors)}`);
        if (Object.values(data).some((value) => value === null)) throw new Error(`${operation.name}: nothing found`);
      },
    };
  }

  unasked(): string[] {
    const asked = new Set<string>();
    for (const { query } of this.#operations) {
      const types = new TypeInfo(this.schema);
      const Field = ({ name }: { name: { value: string } }) => {
        asked.add(`${types.getParentType()?.name}.${name.value}`);
      };
      visit(parse(query), visitWithTypeInfo(types, { Field }));
    }
    const events = eventTypes(this.schema);
    return Object.values(this.schema.getTypeMap())
      .filter((type) => isObjectType(type) && !isIntrospectionType(type) && type.name !== '_Service')
      .filter((type) => !events.has(type))
      .flatMap((type) =>
        isObjectType(type) ? Object.keys(type.getFields()).map((name) => `${type.name}.${name}`) : [],
      )
      .filter((field) => !asked.has(field) && field !== 'Query._service');
  }

  /** Cases whose number of statements grows with their lists: one for each row, not the few that differ by the moment. */
  async growingCounts(): Promise<Record<string, number[]>> {
    const growing: Record<string, number[]> = {};
    for (const one of this.#cases) {
      const counts = [await this.#count(one, 1, 1), await this.#count(one, 10, 10), await this.#count(one, 100, 2)];
      if (Math.max(...counts) > GROWTH_MAX * Math.min(...counts)) growing[one.name] = counts;
    }
    return growing;
  }

  async #count({ ask }: ListCase, first: number, second: number): Promise<number> {
    this.#options.recorder.take();
    await ask(first, second);
    // Every process reads the list of networks every two seconds.
    return this.#options.recorder.take().filter(({ sql }) => !/ FROM network\b/.test(sql)).length;
  }

  async costlyStatements(): Promise<Record<string, string[]>> {
    const costly: Record<string, string[]> = {};
    for (const { name, ask } of this.#cases) {
      const faults: string[] = [];
      for (const statement of await this.#record(() => ask(FIRST, SECOND))) {
        if (this.#bound(statement) === Number.POSITIVE_INFINITY) continue;
        const cost = await explainStatement(this.#options.db, statement);
        faults.push(
          ...findFaults(cost, this.#wanted(statement, cost)).map((fault) => `${fault}: ${shorten(statement)}`),
        );
      }
      if (faults.length > 0) costly[name] = faults;
    }
    return costly;
  }

  /** 8 kB each. */
  async pagesOf(query: string, variables: Record<string, unknown>): Promise<number> {
    return (await this.#costs(query, variables)).reduce((sum, { pages }) => sum + pages, 0);
  }

  async mostRowsOf(query: string, variables: Record<string, unknown>): Promise<number> {
    return Math.max(...(await this.#costs(query, variables)).map(mostRowsHandled));
  }

  async #costs(query: string, variables: Record<string, unknown>): Promise<StatementCost[]> {
    const statements = await this.#record(async () => {
      const { errors } = await this.#options.subgraph.ask(query, variables);
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
    });
    const costs: StatementCost[] = [];
    for (const statement of statements) costs.push(await explainStatement(this.#options.db, statement));
    return costs;
  }

  async #record(ask: () => Promise<void>): Promise<Statement[]> {
    const { recorder } = this.#options;
    recorder.take();
    await ask();
    return recorder.take();
  }

  /** A page is read with one row more, which shows whether another follows. */
  #wanted(statement: Statement, { rows }: StatementCost): number {
    const keys = Math.max(1, ...statement.values.map((value) => (Array.isArray(value) ? value.length : 1)));
    return Math.max(rows, this.#bound(statement), keys * (FIRST + 1));
  }

  #bound({ sql }: Statement): number {
    return [HEIGHTS_AT, ...(this.#options.bounded ?? [])].find((one) => one.sql.test(sql))?.rows ?? 0;
  }
}

function shorten({ sql }: Statement): string {
  return sql.replaceAll(/\s+/g, ' ').slice(0, STATEMENT_CHARS);
}

/** The gateway makes these, and asks no subgraph for them. */
function eventTypes(schema: GraphQLSchema): ReadonlySet<GraphQLNamedType> {
  const root = schema.getSubscriptionType();
  const events = Object.values(root?.getFields() ?? {}).map(({ type }) => getNamedType(type));
  const members = events.flatMap((type): readonly GraphQLNamedType[] => (isUnionType(type) ? type.getTypes() : [type]));
  return new Set<GraphQLNamedType>(root == null ? [] : [root, ...members]);
}
