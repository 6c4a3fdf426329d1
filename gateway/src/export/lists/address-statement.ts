import {
  connectionPage,
  objectOf,
  type PagedList,
  type PartedList,
  rangeVariables,
  totalOf,
  type Values,
} from '#/export/export-list.ts';
import { koinlyColumns, koinlyRows } from './koinly.ts';
import { amountColumns, amountParts, statementColumns, statementParts } from './statement-parts.ts';

const TAKES =
  '$chainId: String, $address: String!, $currencyId: String, $fromHeight: BigInt, $toHeight: BigInt, $fromTime: DateTime, $toTime: DateTime';
const GIVES =
  'currencyId: $currencyId, fromHeight: $fromHeight, toHeight: $toHeight, fromTime: $fromTime, toTime: $toTime';
const ADDRESS = 'address(chainId: $chainId, address: $address)';

/** @param further fields of each movement */
function pageQueryOf(further: string): string {
  return `query ExportStatement(${TAKES}, $limit: Int, $cursor: String) {
    ${ADDRESS} {
      statement(${GIVES}, limit: $limit, cursor: $cursor) {
        currency { currencyId fullyQualifiedName }
        movements { txid blockHeight timestamp amount fee balance counterparty { address } ${further} }
        nextCursor
      }
    }
  }`;
}

const statementOf = (data: Values): Values => objectOf(objectOf(data, 'address'), 'statement');

const statement: Omit<PartedList, 'columns' | 'parts'> = {
  name: 'address-statement',
  required: ['address'],
  // The balance of each row follows from the one before: the oldest comes first.
  optional: ['fromHeight', 'toHeight', 'fromTime', 'toTime', 'currency'],
  countQuery: `query ExportStatementCount(${TAKES}) { ${ADDRESS} { statement(${GIVES}, limit: 1) {
    totalCount fromHeight toHeight currency { currencyId } } address } }`,
  countOf: (data) => totalOf(statementOf(data)),
  variables: (parameters, block) => {
    const { order: _, ...range } = rangeVariables(parameters);
    return {
      ...range,
      chainId: block.chainId,
      address: parameters.get('address'),
      currencyId: parameters.get('currency') ?? null,
    };
  },
};

const koinly: PagedList = {
  ...statement,
  pageQuery: pageQueryOf('kind'),
  lesserPageQuery: pageQueryOf(''),
  pageOf: (data) => connectionPage(statementOf(data), 'movements'),
  ownerOf: (data) => objectOf(statementOf(data), 'currency'),
  columns: koinlyColumns,
  isClosed: true,
  rowsOf: koinlyRows,
};

/** Movements of one currency of an address, oldest first: each balance is the one before and the amount. */
export const addressStatement: PartedList = {
  ...statement,
  variants: { amounts: { ...statement, columns: amountColumns, parts: amountParts(statementOf) }, koinly },
  columns: statementColumns,
  parts: statementParts(statementOf),
};
