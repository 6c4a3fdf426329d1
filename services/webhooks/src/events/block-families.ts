import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Json } from '#/gateway/json.ts';
import { type Ask, BLOCKS_REMOVED, CHAIN_ID, type EventFamily, type EventPart } from './event-family.ts';
import { TXIDS } from './event-variables.ts';

const TRANSACTION = 'txid index isCoinbase fee valueIn valueOut inputCount outputCount';
const TRANSACTIONS = `transactions { ${TRANSACTION} } hasMore nextCursor`;

const BLOCK_OPERATION = `subscription Blocks($chainId: String) {
  chainEvents(chainId: $chainId) {
    __typename
    ... on BlockAdded {
      chainId blockHeight blockHash
      block { height hash previousHash timestamp validation miner reward txCount size }
    }
    ${BLOCKS_REMOVED}
  }
}`;

const REORGANIZATION_OPERATION = `subscription Reorganizations($chainId: String) {
  chainEvents(chainId: $chainId) {
    __typename
    ... on BlockAdded { blockHeight }
    ${BLOCKS_REMOVED}
  }
}`;

const TRANSACTIONS_OPERATION = `subscription Transactions($chainId: String) {
  chainEvents(chainId: $chainId) {
    __typename
    ... on BlockAdded {
      chainId blockHeight blockHash
      block { height hash timestamp transactions(limit: 100) { ${TRANSACTIONS} } }
    }
    ${BLOCKS_REMOVED}
  }
}`;

const MORE_TRANSACTIONS = `query MoreTransactions($chainId: String!, $hash: String!, $cursor: String!) {
  block(chainId: $chainId, hash: $hash) { transactions(limit: 100, cursor: $cursor) { ${TRANSACTIONS} } }
}`;

export const BLOCK_FAMILIES: readonly EventFamily[] = [
  {
    name: 'block.new',
    description: 'A block was added to the chain.',
    operation: BLOCK_OPERATION,
    variables: [CHAIN_ID],
  },
  {
    name: 'block.reorganization',
    description: 'A reorganisation removed blocks.',
    operation: REORGANIZATION_OPERATION,
    variables: [CHAIN_ID],
    match: () => [],
  },
  {
    name: 'transaction.confirmed',
    description: 'A transaction was confirmed by a block: any, or one of those that you name.',
    operation: TRANSACTIONS_OPERATION,
    variables: [CHAIN_ID, TXIDS],
    match: (data, { txids }, ask) => {
      const wanted: Set<string> | null = txids == null ? null : new Set(txids);
      return splitBlock(data, ask, ({ txid }) => wanted === null || wanted.has(txid));
    },
  },
  {
    name: 'transaction.large',
    description: 'A transaction was confirmed whose outputs hold at least so many coins of the native currency.',
    operation: TRANSACTIONS_OPERATION,
    variables: [
      CHAIN_ID,
      {
        name: 'minValue',
        description: 'coins that all outputs together hold at least, as text: "1000" or "0.5"',
        isRequired: true,
        isList: false,
        findFault: findFaultOfAmount,
      },
    ],
    match: (data, { minValue }, ask) => {
      const least = satoshisFromDecimalText(minValue);
      return splitBlock(data, ask, ({ valueOut }) => satoshisFromDecimalText(valueOut) >= least);
    },
  },
];

/** One event for each wanted transaction of a block, in the block's order. It has the shape of the operation's data. */
async function splitBlock(data: Json, ask: Ask, isWanted: (transaction: Json) => boolean): Promise<EventPart[]> {
  const event = data.chainEvents;
  const transactions = await readTransactions(event, ask);
  return transactions.filter(isWanted).map((transaction) => ({
    name: transaction.txid,
    data: {
      chainEvents: { ...event, block: { ...event.block, transactions: { transactions: [transaction] } } },
    },
  }));
}

async function readTransactions({ chainId, block }: Json, ask: Ask): Promise<Json[]> {
  const found: Json[] = [...block.transactions.transactions];
  for (let page = block.transactions; page.hasMore; ) {
    const { data } = await ask(MORE_TRANSACTIONS, { chainId, hash: block.hash, cursor: page.nextCursor });
    page = data.block.transactions;
    found.push(...page.transactions);
  }
  return found;
}

function findFaultOfAmount(value: unknown): string | undefined {
  const isAmount = typeof value === 'string' && /^\d{1,12}(\.\d{1,8})?$/.test(value);
  return isAmount ? undefined : 'minValue is an amount as text, such as "1000" or "0.5"';
}
