import { decimalText } from '@ledgergraph/verus-protocol/amount';
import {
  type Column,
  cellOf,
  objectOf,
  type PartSource,
  type Row,
  type RowPart,
  type Values,
} from '#/export/export-list.ts';

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
        after: $after, limit: $limit) { lines last }
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
    partOf: (data, counted) => readLines(objectOf(data, 'statementLines'), currencyOf(statementOf(counted))),
  };
}

function currencyOf(statement: Values): string {
  return String(cellOf(objectOf(statement, 'currency'), 'currencyId'));
}

function readLines({ lines, last }: Values, currencyId: string): RowPart {
  if (last == null) return { rows: [], last: null };
  let seconds = '';
  let timestamp = '';
  const rows = String(lines)
    .split('\n')
    .map((line): Row => {
      const [txid = '', height = '', time = '', amount = '', balance = ''] = line.split(',');
      // Many movements of one block follow each other.
      if (time !== seconds) {
        seconds = time;
        timestamp = new Date(Number(time) * 1_000).toISOString().replace('.000Z', 'Z');
      }
      return [txid, Number(height), timestamp, currencyId, decimalText(BigInt(amount)), decimalText(BigInt(balance))];
    });
  return { rows, last: JSON.stringify(last) };
}
