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
import { type FurtherColumns, linesOf, readColumns, splitColumn } from './statement-columns.ts';

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
    ...partsOf(statementOf, ''),
    ...{ items: WALK_ITEMS, further: [] },
    partOf: (list, data) => readPart(list, partIn(data), undefined, amountColumns),
  };
}

/** Rows of `statementColumns`: fee and other side come from blocks, and the kind from markets. */
export function statementParts(statementOf: StatementOf): PartSource {
  return {
    ...partsOf(statementOf, 'facts { txIndexes directions }'),
    ...{ items: PAGE_ITEMS, further: [PARTIES, KINDS] },
    partOf: (list, data, [parties, kinds]) => {
      const part = partIn(data);
      const { fees, counterparties } = objectOf(parties ?? {}, 'movementParties');
      const further: FurtherColumns = {
        fees: cellsOf(fees, part),
        counterparties: cellsOf(counterparties, part),
        // An installation without markets has no kinds.
        kinds: kinds == null ? new Array(Number(part.count)).fill('') : cellsOf(kinds.movementKinds, part),
      };
      return readPart(list, part, further, statementColumns);
    },
  };
}

/** @param further fields beside the columns */
function partsOf(
  statementOf: StatementOf,
  further: string,
): Pick<PartSource, 'subgraph' | 'query' | 'variables' | 'afterOf' | 'places'> {
  return {
    subgraph: 'addresses',
    query: `query ExportStatementPart($chainId: String!, $address: String!, $currencyId: String!, $fromHeight: BigInt!, $toHeight: BigInt!,
        $after: [Int!], $limit: Int) {
      statementPart(chainId: $chainId, address: $address, currencyId: $currencyId, fromHeight: $fromHeight, toHeight: $toHeight,
        after: $after, limit: $limit, withFacts: ${further !== ''}) {
        count last openingBalance closingBalance amounts txids heights times counts ${further} }
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
  query: `query ExportParties($chainId: String!, $address: String!, $currencyId: String!, $txids: String!) {
    movementParties(chainId: $chainId, address: $address, currencyId: $currencyId, txids: $txids) { fees counterparties }
  }`,
  isOptional: false,
  variables: (list, data) => ({ ...ownerOf(list), txids: partIn(data).txids }),
};

const KINDS: FurtherField = {
  subgraph: 'markets',
  query: `query ExportKinds($chainId: String!, $address: String!, $currencyId: String!, $movements: MovementColumns!) {
    movementKinds(chainId: $chainId, address: $address, currencyId: $currencyId, movements: $movements)
  }`,
  isOptional: true,
  variables: (list, data) => {
    const { txids, heights, counts, amounts, facts } = partIn(data);
    return { ...ownerOf(list), movements: { txids, heights, counts, amounts, ...(facts as Values) } };
  },
};

function ownerOf({ chainId, address, currencyId }: Record<string, unknown>): Record<string, unknown> {
  return { chainId, address, currencyId };
}

function partIn(data: Values): Values {
  return objectOf(data, 'statementPart');
}

/** Reads a column of a further field. @throws Error where it has not a cell for each movement */
function cellsOf(column: unknown, { count }: Values): readonly string[] {
  if (typeof column !== 'string') throw new Error(`a column is ${typeof column}`);
  const cells = count === 0 ? [] : splitColumn(column);
  if (cells.length !== count) throw new Error(`a column of ${cells.length} cells for ${count} movements`);
  return cells;
}

function readPart(
  { currencyId }: Record<string, unknown>,
  part: Values,
  further: FurtherColumns | undefined,
  columns: readonly Column[],
): RowPart {
  const { count, last } = part;
  const given = readColumns(part, String(currencyId));
  const csv = (lineEnd: string): Buffer => linesOf(given, further, lineEnd);
  return {
    ...{ csv, count: Number(count), last: last == null ? null : JSON.stringify(last) },
    rows: () => splitLines(csv(LINE_END).toString('latin1')).map((line): Row => rowOf(line, columns)),
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
