import {
  type Cell,
  type Column,
  cellOf,
  type FurtherField,
  objectOf,
  type PartSource,
  type Row,
  type RowPart,
  type Values,
  valuesOf,
} from '#/export/export-list.ts';
import { PAGE_ITEMS, WALK_ITEMS } from '#/export/export-reader.ts';
import { LINE_END } from '#/export/formats/csv.ts';

/** All columns of a statement. */
export const statementColumns: readonly Column[] = [
  { name: 'txid', kind: 'text' },
  { name: 'blockHeight', kind: 'integer' },
  { name: 'timestamp', kind: 'time' },
  { name: 'currencyId', kind: 'text' },
  { name: 'amount', kind: 'amount' },
  { name: 'fee', kind: 'amount' },
  { name: 'balance', kind: 'amount' },
  { name: 'counterparty', kind: 'text' },
  { name: 'kind', kind: 'text' },
];
const FURTHER = new Set(['fee', 'counterparty', 'kind']);

/** Those that addresses has by itself, as its lines have them. */
export const amountColumns: readonly Column[] = statementColumns.filter(({ name }) => !FURTHER.has(name));

/** @param statementOf finds the statement in the answer to the query that counts its movements */
type StatementOf = (counted: Values) => Values;

/** Rows of `amountColumns`. */
export function amountParts(statementOf: StatementOf): PartSource {
  return {
    ...linesOf(statementOf, ''),
    ...{ items: WALK_ITEMS, further: [] },
    partOf: (data) => readPart(data, ({ lines }) => String(lines), amountColumns),
  };
}

/** Rows of `statementColumns`: fee and other side come from blocks, and the kind from markets. */
export function statementParts(statementOf: StatementOf): PartSource {
  return {
    ...linesOf(statementOf, 'facts { txIndexes directions }'),
    ...{ items: PAGE_ITEMS, further: [PARTIES, KINDS] },
    partOf: (data, [parties, kinds]) =>
      readPart(data, ({ lines }) => withFurther(String(lines), parties ?? null, kinds ?? null), statementColumns),
  };
}

/** @param further fields beside the lines */
function linesOf(
  statementOf: StatementOf,
  further: string,
): Pick<PartSource, 'subgraph' | 'query' | 'variables' | 'afterOf' | 'places'> {
  return {
    subgraph: 'addresses',
    query: `query ExportStatementLines($chainId: String!, $address: String!, $currencyId: String!, $fromHeight: BigInt!, $toHeight: BigInt!,
        $after: [Int!], $limit: Int) {
      statementLines(chainId: $chainId, address: $address, currencyId: $currencyId, fromHeight: $fromHeight, toHeight: $toHeight,
        after: $after, limit: $limit, withFacts: ${further !== ''}) { lines count last ${further} }
    }`,
    variables: (counted, { chainId }) => {
      const statement = statementOf(counted);
      return {
        chainId,
        address: cellOf(objectOf(counted, 'address'), 'address'),
        currencyId: String(cellOf(objectOf(statement, 'currency'), 'currencyId')),
        fromHeight: cellOf(statement, 'fromHeight'),
        toHeight: cellOf(statement, 'toHeight'),
      };
    },
    afterOf: (place) => (place === null ? null : JSON.parse(place)),
    places: {
      query: `query ExportStatementPlaces($chainId: String!, $address: String!, $currencyId: String!, $fromHeight: BigInt!, $toHeight: BigInt!,
          $after: [Int!], $every: Int!, $limit: Int) {
        statementPlaces(chainId: $chainId, address: $address, currencyId: $currencyId, fromHeight: $fromHeight, toHeight: $toHeight,
          after: $after, every: $every, limit: $limit)
      }`,
      placesOf: (data) => valuesOf(data, 'statementPlaces').map((place) => JSON.stringify(place)),
    },
  };
}

const PARTIES: FurtherField = {
  subgraph: 'blocks',
  query: `query ExportParties($chainId: String!, $address: String!, $currencyId: String!, $txids: [String!]!) {
    movementParties(chainId: $chainId, address: $address, currencyId: $currencyId, txids: $txids) { fees counterparties }
  }`,
  isOptional: false,
  variables: (list, data) => ({ ...ownerOf(list), txids: cellsOf(data).map(([txid]) => txid) }),
};

const KINDS: FurtherField = {
  subgraph: 'markets',
  query: `query ExportKinds($chainId: String!, $address: String!, $currencyId: String!, $txids: [String!]!, $heights: [Int!]!,
      $txIndexes: [Int!]!, $amounts: [Decimal!]!, $directions: [Direction!]!) {
    movementKinds(chainId: $chainId, address: $address, currencyId: $currencyId, txids: $txids, heights: $heights, txIndexes: $txIndexes,
      amounts: $amounts, directions: $directions)
  }`,
  isOptional: true,
  variables: (list, data) => {
    const cells = cellsOf(data);
    const { txIndexes, directions } = objectOf(objectOf(data, 'statementLines'), 'facts');
    return {
      ...{ ...ownerOf(list), txIndexes, directions },
      txids: cells.map(([txid]) => txid),
      heights: cells.map(([, height]) => Number(height)),
      amounts: cells.map(([, , , , amount]) => amount),
    };
  },
};

function ownerOf({ chainId, address, currencyId }: Record<string, unknown>): Record<string, unknown> {
  return { chainId, address, currencyId };
}

function cellsOf(data: Values): string[][] {
  return splitLines(String(objectOf(data, 'statementLines').lines)).map((line) => line.split(','));
}

/** Lines of `amountColumns` become those of `statementColumns`. */
function withFurther(lines: string, parties: Values | null, kinds: Values | null): string {
  const all = splitLines(lines);
  const { fees, counterparties } = parties === null ? {} : objectOf(parties, 'movementParties');
  const { movementKinds } = kinds ?? {};
  const feeAt = textsOf(fees, all.length);
  const otherAt = textsOf(counterparties, all.length);
  const kindAt = textsOf(movementKinds, all.length);
  const full = all.map((line, index) => {
    const balanceAt = line.lastIndexOf(',');
    return `${line.slice(0, balanceAt)},${feeAt(index)}${line.slice(balanceAt)},${otherAt(index)},${kindAt(index)}${LINE_END}`;
  });
  return full.join('');
}

/** Reads a column; the cells of one that is not there are empty. @throws Error where it has not a cell for each line */
function textsOf(column: unknown, count: number): (index: number) => string {
  if (!Array.isArray(column)) return () => '';
  if (column.length !== count) throw new Error(`a column of ${column.length} cells for ${count} lines`);
  return (index) => column[index] ?? '';
}

function readPart(data: Values, csvOf: (lines: Values) => string, columns: readonly Column[]): RowPart {
  const lines = objectOf(data, 'statementLines');
  const { count, last } = lines;
  return {
    ...{ csv: csvOf(lines), count: Number(count), last: last == null ? null : JSON.stringify(last) },
    rowsOf: (csv) => splitLines(csv).map((line): Row => rowOf(line, columns)),
  };
}

function rowOf(line: string, columns: readonly Column[]): Row {
  const cells = line.split(',');
  return columns.map(({ kind }, index): Cell => {
    const cell = cells[index] ?? '';
    if (cell === '') return null;
    return kind === 'integer' ? Number(cell) : cell;
  });
}

function splitLines(lines: string): string[] {
  // Behind the end of the last line is nothing.
  return lines === '' ? [] : lines.slice(0, -LINE_END.length).split(LINE_END);
}
