import { insertRows, updateRows } from './insert-rows.ts';
import type { SqlExecutor } from './sql-executor.ts';
import { TableRows } from './table-rows.ts';

/** `numeric` is whole; `hex` is bytea that rows have as hexadecimal text; `oid` is unsigned. */
interface Values {
  smallint: number;
  integer: number;
  oid: number;
  bigint: bigint;
  numeric: bigint;
  boolean: boolean;
  text: string;
  bytea: Uint8Array;
  hex: string;
  'integer[]': number[];
  'bigint[]': bigint[];
  'text[]': string[];
}

export type ColumnType = keyof Values | `${keyof Values}?`;
type ValueOf<Type> = Type extends `${infer Base extends keyof Values}?`
  ? Values[Base] | null
  : Values[Type & keyof Values];
export type RowOfColumns<Columns> = { -readonly [Name in keyof Columns]: ValueOf<Columns[Name]> };

export type RowOf<Of> = Of extends Table<infer Row> ? Row : never;

export interface TableOptions<Columns> {
  /** Column with the height of the block that adds the row. Default: `height`. */
  height?: keyof Columns & string;
  /** Columns that a later block sets: the key has that block's height, the value lists the others. A revert makes them null again. */
  setLater?: { readonly [Height in keyof Columns & string]?: readonly (keyof Columns & string)[] };
  /** A row with an existing key is left out. Absent: it is an error. */
  keepsFirst?: boolean;
}

/** Members are the columns in camel case; `chain` is not listed. */
export function describeTable<const Columns extends Record<string, ColumnType>>(
  name: string,
  columns: Columns,
  options: TableOptions<Columns> = {},
): Table<RowOfColumns<Columns>> {
  return new Table(name, columns, options);
}

export class Table<Row> {
  readonly name: string;
  readonly described: Readonly<Record<string, ColumnType>>;
  readonly #members: readonly (keyof Row & string)[];
  readonly #types: readonly (keyof Values)[];
  readonly #columns: Readonly<Record<string, string>>;
  readonly #onConflict: string;
  readonly #reverts: readonly string[];

  constructor(
    name: string,
    columns: Readonly<Record<string, ColumnType>>,
    options: TableOptions<Record<string, unknown>>,
  ) {
    const { height = 'height', setLater = {}, keepsFirst = false } = options;
    this.#onConflict = keepsFirst ? 'ON CONFLICT DO NOTHING' : '';
    this.name = name;
    this.described = columns;
    this.#members = Object.keys(columns) as (keyof Row & string)[];
    this.#types = Object.values(columns).map((type) => type.replace('?', '') as keyof Values);
    const listed = this.#members.map((member, index) => [columnOf(member), sqlType(this.#types[index])]);
    this.#columns = { chain: 'smallint', ...Object.fromEntries(listed) };
    this.#reverts = [
      `DELETE FROM "${name}" WHERE chain = $1 AND "${columnOf(height)}" > $2`,
      ...Object.entries(setLater).map(([set, others = []]) => {
        const nulls = [set, ...others].map((member) => `"${columnOf(member)}" = NULL`);
        return `UPDATE "${name}" SET ${nulls.join(', ')} WHERE chain = $1 AND "${columnOf(set)}" > $2`;
      }),
    ];
  }

  columns(alias = this.name): string {
    return this.#members
      .map((member, index) => `${readColumn(`${alias}."${columnOf(member)}"`, this.#types[index])} AS "${member}"`)
      .join(', ');
  }

  fromSql<Read extends Row>(rows: readonly unknown[]): Read[] {
    const numbers = this.#members.filter((_, index) => this.#types[index] === 'numeric');
    return (rows as Record<string, unknown>[]).map((row) => {
      for (const member of numbers) if (row[member] !== null) row[member] = BigInt(row[member] as string);
      return row as Read;
    });
  }

  async find<Read extends Row = Row>(db: SqlExecutor, tail: string, ...values: unknown[]): Promise<Read[]> {
    const sql = `SELECT ${this.columns()} FROM "${this.name}" ${tail}`;
    return this.fromSql(await db.$queryRawUnsafe<unknown[]>(sql, ...values));
  }

  /** For rows that are too many to keep as objects: each is the chain and the described columns in their order. */
  collect(): TableRows {
    return new TableRows(this.name, this.#columns);
  }

  async insert(tx: SqlExecutor, chain: number, rows: readonly Row[] | TableRows): Promise<void> {
    if (rows instanceof TableRows) return rows.insert(tx);
    const values = rows.map((row) => [
      chain,
      ...this.#members.map((member, index) => (this.#types[index] === 'hex' ? toBytes(row[member]) : row[member])),
    ]);
    await insertRows(tx, this.name, this.#columns, values, this.#onConflict);
  }

  /** @param by members that find a row @throws Error where a row is missing */
  async update<Member extends keyof Row & string>(
    tx: SqlExecutor,
    chain: number,
    rows: readonly Pick<Row, Member>[],
    by: readonly Member[],
    set: readonly Member[],
  ): Promise<void> {
    const members = [...by, ...set];
    const types = members.map((member) => this.#types[this.#members.indexOf(member)]);
    const columns = members.map((member, index) => [columnOf(member), sqlType(types[index])]);
    const values = rows.map((row) =>
      members.map((member, index) => (types[index] === 'hex' ? toBytes(row[member]) : row[member])),
    );
    await updateRows(tx, this.name, Object.fromEntries(columns), by.map(columnOf), chain, values);
  }

  /** Also resets the columns that such blocks have set in other rows. */
  async revert(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
    for (const sql of this.#reverts) await tx.$executeRawUnsafe(sql, chain, keepHeight);
  }
}

export function columnOf(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function sqlType(type: keyof Values | undefined): string {
  return type === 'hex' ? 'bytea' : String(type);
}

function readColumn(column: string, type: keyof Values | undefined): string {
  if (type === 'hex') return `encode(${column}, 'hex')`;
  return type === 'numeric' ? `${column}::text` : column;
}

function toBytes(digits: unknown): Uint8Array | null {
  return digits === null ? null : Buffer.from(digits as string, 'hex');
}
