import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';

/** Kind of a column: it decides the type in Parquet. `amount` is a decimal of eight digits, `time` is RFC 3339. */
export type ColumnKind = 'text' | 'integer' | 'number' | 'amount' | 'time' | 'boolean';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** A cell as the graph answers it; null: there is no such value. */
export type Cell = string | number | boolean | null;

/** Cells in the order of the columns. */
export type Row = readonly Cell[];

/** Values of an answer of the graph. */
export type Values = Readonly<Record<string, unknown>>;

/** Parameters of one export, as text of the URL. */
export type Parameters = ReadonlyMap<string, string>;

/** The block that a whole export is read at. */
export interface ExportBlock extends BlockPlace {
  readonly chainId: string;
  /** RFC 3339. */
  readonly timestamp: string;
}

/** One page of a list of the graph. */
export interface ListPage {
  readonly items: readonly Values[];
  readonly nextCursor: string | null;
}

/** Values besides its items that the rows of a page need; they are the same on every page. */
export interface RowContext {
  readonly parameters: Parameters;
  /** Values of the object that the list belongs to. */
  readonly owner: Values;
}

/** Rows of a list that subgraphs give in parts, by fields of their own for the gateway: for lists of very many rows. */
export interface PartSource extends PartField {
  /** Items of a part. */
  readonly items: number;
  /** @param counted the answer to the query that counts the items */
  variables(counted: Values, block: ExportBlock): Record<string, unknown>;
  /** @param place null: the beginning of the list */
  afterOf(place: string | null): unknown;
  /** Where parts end, before they are read. */
  readonly places: PlacesField;
  /** Fields of further subgraphs that have columns of a part. */
  readonly further: readonly FurtherField[];
  /**
   * @param list variables of the list
   * @param data its answer
   * @param columns answers of the further fields; null: an installation has not the subgraph of an optional one
   */
  partOf(list: Record<string, unknown>, data: Values, columns: readonly (Values | null)[]): RowPart;
}

/** A field that the gateway reads of one subgraph. That of a list takes `$limit` and `$after` besides its variables. */
interface PartField {
  /** Name of the subgraph in the supergraph. */
  readonly subgraph: string;
  readonly query: string;
}

/** A field of the same subgraph, which takes `$after`, `$every` (items of a part) and `$limit` besides the variables of the list. */
interface PlacesField {
  readonly query: string;
  placesOf(data: Values): string[];
}

export interface FurtherField extends PartField {
  /** True if the cells are null where an installation lacks the subgraph. */
  readonly isOptional: boolean;
  /** @param list variables of the list @param data its answer */
  variables(list: Record<string, unknown>, data: Values): Record<string, unknown>;
}

/** Consecutive rows, one for each item, and the place of the last one; null without rows. They are made of their columns when they are sent. */
export interface RowPart {
  readonly count: number;
  /**
   * The rows as lines of CSV, in ASCII.
   * @param lineEnd stands behind the last cell of each: further cells, and the end of the line
   */
  csv(lineEnd: string): Buffer;
  rows(): readonly Row[];
  readonly last: string | null;
}

/** A list of the graph as rows: they come in pages of the graph, or in parts of subgraphs. */
export type ExportList = PagedList | PartedList;

interface CommonList {
  readonly name: string;
  /** Parameters beside those of every export; all of the first are needed. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Query that counts the items, with the variables of `variables`; null: the graph does not count them, and `walkQuery` does. */
  readonly countQuery: string | null;
  countOf(data: Values): number;
  variables(parameters: Parameters, block: ExportBlock): Record<string, unknown>;
  readonly columns: readonly Column[];
  /** True if a further column `cursor` would break the format that these columns follow. */
  readonly isClosed?: boolean;
  /** The same list in other columns, by the value of `columns`. */
  readonly variants?: Readonly<Record<string, ExportList>>;
}

export interface PagedList extends CommonList {
  readonly parts?: undefined;
  /** Query of one page with as little of each item as there can be: its pages are counted where the graph counts nothing. */
  readonly walkQuery?: string;
  /** Query of one page; it takes `$limit` and `$cursor` besides. */
  readonly pageQuery: string;
  /** The same without fields of a subgraph that an installation may lack: their cells are null there. */
  readonly lesserPageQuery?: string;
  pageOf(data: Values): ListPage;
  /** Values of the object that the list belongs to. */
  ownerOf(data: Values): Values;
  /** The rows of one item; one that has none is left out. */
  rowsOf(item: Values, context: RowContext): readonly Row[];
}

export interface PartedList extends CommonList {
  readonly countQuery: string;
  readonly parts: PartSource;
}

/** Reads a member that is an object. @throws Error: the graph answers by its schema */
export function objectOf(values: Values, name: string): Values {
  const value = values[name];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values;
  throw new Error(`the graph answered no object ${name}`);
}

/** Reads a member that is a list of objects. @throws Error likewise */
export function listOf(values: Values, name: string): readonly Values[] {
  return valuesOf(values, name) as readonly Values[];
}

/** Reads a member that is a list of any values. @throws Error likewise */
export function valuesOf(values: Values, name: string): readonly unknown[] {
  const value = values[name];
  if (Array.isArray(value)) return value;
  throw new Error(`the graph answered no list ${name}`);
}

/** Reads a member that is a scalar. */
export function cellOf(values: Values, name: string): Cell {
  return (values[name] ?? null) as Cell;
}

/** Reads a page of a connection, whose items stand under a name. */
export function connectionPage(connection: Values, name: string): ListPage {
  return { items: listOf(connection, name), nextCursor: cellOf(connection, 'nextCursor') as string | null };
}

/** Reads the count of a connection. @throws Error likewise */
export function totalOf(connection: Values): number {
  const count = Number(connection.totalCount);
  if (Number.isSafeInteger(count)) return count;
  throw new Error('the graph answered no count');
}

/** Variables of a range of heights and times. The lists are read at the export's block: nothing above it is in them. */
export function rangeVariables(parameters: Parameters): Record<string, unknown> {
  return {
    fromHeight: numberOf(parameters, 'fromHeight'),
    toHeight: numberOf(parameters, 'toHeight'),
    fromTime: parameters.get('fromTime') ?? null,
    toTime: parameters.get('toTime') ?? null,
    order: parameters.get('order')?.toUpperCase() ?? 'ASC',
  };
}

/** Names of the parameters that `rangeVariables` reads. */
export const RANGE_PARAMETERS = ['fromHeight', 'toHeight', 'fromTime', 'toTime', 'order'];

function numberOf(parameters: Parameters, name: string): number | null {
  const text = parameters.get(name);
  return text === undefined ? null : Number(text);
}

/** Items of one export of a list that the graph does not count: they are gone through before its first row. */
export const UNCOUNTED_ITEMS_MAX = 1_000_000;

/** For lists that the graph does not count. */
export function uncounted(): never {
  throw new Error('this list has no count');
}
