import {
  type Column,
  cellOf,
  objectOf,
  type PartSource,
  type Row,
  type RowPart,
  type Values,
} from '#/export/export-list.ts';
import { LINE_END } from '#/export/formats/csv.ts';

/** Columns of a statement that addresses has by itself. */
export const amountColumns: readonly Column[] = [
  { name: 'txid', kind: 'text' },
  { name: 'blockHeight', kind: 'integer' },
  { name: 'timestamp', kind: 'time' },
  { name: 'currencyId', kind: 'text' },
  { name: 'amount', kind: 'amount' },
  { name: 'balance', kind: 'amount' },
];

/** Rows of these columns. @param statementOf finds the statement in the answer to the query that counts its movements */
export function statementParts(statementOf: (counted: Values) => Values): PartSource {
  return {
    subgraph: 'addresses',
    query: `query ExportStatementLines($chainId: String!, $address: String!, $currencyId: String!, $fromHeight: BigInt!, $toHeight: BigInt!,
        $after: [Int!], $limit: Int) {
      statementLines(chainId: $chainId, address: $address, currencyId: $currencyId, fromHeight: $fromHeight, toHeight: $toHeight,
        after: $after, limit: $limit) { lines count last }
    }`,
    variables: (counted, { chainId }) => {
      const statement = statementOf(counted);
      return {
        chainId,
        address: cellOf(objectOf(counted, 'address'), 'address'),
        currencyId: currencyOf(statement),
        fromHeight: cellOf(statement, 'fromHeight'),
        toHeight: cellOf(statement, 'toHeight'),
      };
    },
    afterOf: (place) => (place === null ? null : JSON.parse(place)),
    partOf: (data) => readPart(objectOf(data, 'statementLines')),
  };
}

function currencyOf(statement: Values): string {
  return String(cellOf(objectOf(statement, 'currency'), 'currencyId'));
}

function readPart({ lines, count, last }: Values): RowPart {
  return {
    csv: String(lines),
    count: Number(count),
    last: last == null ? null : JSON.stringify(last),
    rowsOf: readRows,
  };
}

function readRows(csv: string): Row[] {
  const rows = csv.split(LINE_END).map((line): Row => {
    const [txid = '', height = '', timestamp = '', currencyId = '', amount = '', balance = ''] = line.split(',');
    return [txid, Number(height), timestamp, currencyId, amount, balance];
  });
  // Behind the end of the last line.
  rows.pop();
  return rows;
}
