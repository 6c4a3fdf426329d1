import type { Values } from '#/gateway/gateway-client.ts';
import type { Cell } from '#/gateway/values.ts';

/** Kind of a column: it decides the type in Parquet. `amount` is a decimal of eight digits, `time` is RFC 3339. */
export type ColumnKind = 'text' | 'integer' | 'number' | 'amount' | 'time' | 'boolean';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Cells in the order of the columns. */
export type Row = readonly Cell[];

/** Parameters of one export, as text of the URL. */
export type Parameters = ReadonlyMap<string, string>;

/** The block that a whole export is read at. */
export interface ExportBlock {
  readonly chainId: string;
  readonly height: number;
  readonly hash: string;
  /** RFC 3339. */
  readonly timestamp: string;
}

/** Asks the graph at the block of the export. @throws ReadFault, GatewayAway */
export type AskGraph = (query: string, variables: Record<string, unknown>) => Promise<Values>;
export type RowsOfPage = (connection: Values) => Promise<readonly Row[]>;

/** A list of the graph as rows. */
export interface ExportList {
  readonly name: string;
  /** Parameters beside those of every export; all of the first are needed. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  variables(parameters: Parameters, block: ExportBlock): Record<string, unknown>;
  /** A query of this selection of the list's connection; it takes `$limit` and `$cursor` beside the variables. */
  query(selection: string): string;
  connectionOf(data: Values): Values;
  /** True if the connection has `totalCount`. */
  readonly isCounted: boolean;
  /** Name under which the items of a page stand. */
  readonly items: string;
  /** Selection of a page, with the items. */
  readonly page: string;
  /** The same without fields of a subgraph that an installation may lack: their cells are null there. */
  readonly lesserPage?: string;
  readonly columns: readonly Column[];
  /** True if a further column `cursor` would break the format that these columns follow. */
  readonly isClosed?: boolean;
  /** The same list in other columns, by the value of `columns`. */
  readonly variants?: Readonly<Record<string, ExportList>>;
  /**
   * Opens the list for one export, where its rows need more of the graph than their pages; undefined: `rowsOf` does.
   * @returns reads the rows of a connection
   */
  openRows?(ask: AskGraph, parameters: Parameters, block: ExportBlock): RowsOfPage | undefined;
  /** The rows of one item of a connection; one that has none is left out. */
  rowsOf(item: Values, connection: Values): readonly Row[];
}

/** Names of the parameters that `rangeVariables` reads. */
export const RANGE_PARAMETERS = ['fromHeight', 'toHeight', 'fromTime', 'toTime', 'order'];
/** Declarations of its variables, and the arguments of a list that takes them. */
export const RANGE_TAKES =
  '$fromHeight: BigInt, $toHeight: BigInt, $fromTime: DateTime, $toTime: DateTime, $order: SortOrder';
export const RANGE_GIVES =
  'fromHeight: $fromHeight, toHeight: $toHeight, fromTime: $fromTime, toTime: $toTime, order: $order';

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

function numberOf(parameters: Parameters, name: string): number | null {
  const text = parameters.get(name);
  return text === undefined ? null : Number(text);
}
