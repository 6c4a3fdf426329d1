import type { Values } from '#/gateway/gateway-client.ts';
import type { Cell } from '#/gateway/values.ts';

/** Decides the type in Parquet. `amount` has eight decimals, `time` is RFC 3339. */
export type ColumnKind = 'text' | 'integer' | 'number' | 'amount' | 'time' | 'boolean';

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
}

export type Row = readonly Cell[];

export type Parameters = ReadonlyMap<string, string>;

export interface ExportBlock {
  readonly chainId: string;
  readonly height: number;
  readonly hash: string;
  /** RFC 3339. */
  readonly timestamp: string;
}

/** @throws ReadFault, GatewayAway */
export type AskGraph = (query: string, variables: Record<string, unknown>) => Promise<Values>;
export type RowsOfPage = (connection: Values) => Promise<readonly Row[]>;

export interface ExportList {
  readonly name: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
  variables(parameters: Parameters, block: ExportBlock): Record<string, unknown>;
  /** Uses `$limit` and `$cursor` beside the variables. */
  query(selection: string): string;
  connectionOf(data: Values): Values;
  readonly isCounted: boolean;
  readonly items: string;
  readonly page: string;
  /** Without fields of a subgraph that may be missing: their cells are null. */
  readonly lesserPage?: string;
  readonly columns: readonly Column[];
  /** A column `cursor` would break the format. */
  readonly isClosed?: boolean;
  readonly variants?: Readonly<Record<string, ExportList>>;
  /** Instead of `rowsOf`, for rows that need more than their page. */
  openRows?(ask: AskGraph, parameters: Parameters, block: ExportBlock): RowsOfPage | undefined;
  /** An item without rows is left out. */
  rowsOf(item: Values, connection: Values): readonly Row[];
}

export const RANGE_PARAMETERS = ['fromHeight', 'toHeight', 'fromTime', 'toTime', 'order'];
export const RANGE_TAKES =
  '$fromHeight: BigInt, $toHeight: BigInt, $fromTime: DateTime, $toTime: DateTime, $order: SortOrder';
export const RANGE_GIVES =
  'fromHeight: $fromHeight, toHeight: $toHeight, fromTime: $fromTime, toTime: $toTime, order: $order';

/** Nothing above the export's block is in the lists. */
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
