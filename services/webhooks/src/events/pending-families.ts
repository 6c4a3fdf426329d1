import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Json } from '#/gateway/json.ts';
import { CHAIN_ID, type EventFamily, wholeIf } from './event-family.ts';
import { ADDRESSES, CURRENCY_ID, TXIDS } from './event-variables.ts';

const EVENTS = `{
    __typename
    ... on PendingAdded {
      chainId
      transaction {
        txid firstSeenAt size fee expiryHeight dependsOn
        changes { address amounts { currencyId amount currency { fullyQualifiedName } } }
      }
    }
    ... on PendingLeft { chainId txid state blockHeight }
  }`;

const TRANSACTIONS_OPERATION = `subscription PendingTransactions($chainId: String) {
  pendingChanges(chainId: $chainId) ${EVENTS}
}`;

const ADDRESSES_OPERATION = `subscription PendingOfAddresses($chainId: String, $addresses: [String!]!) {
  pendingChanges(chainId: $chainId, addresses: $addresses) ${EVENTS}
}`;

/** Events of transactions that no block has yet. */
export const PENDING_FAMILIES: readonly EventFamily[] = [
  {
    name: 'transaction.pending',
    description: 'A transaction is pending, and no block has it yet: any, or one of those that you name.',
    operation: TRANSACTIONS_OPERATION,
    variables: [CHAIN_ID, TXIDS],
    isOfMempool: true,
    match: (data, { txids }) => {
      const { transaction } = data.pendingChanges;
      return wholeIf(transaction != null && (txids == null || txids.includes(transaction.txid)), data);
    },
  },
  {
    name: 'address.pending',
    description: 'A transaction that touches one of the addresses is pending, and no block has it yet.',
    operation: ADDRESSES_OPERATION,
    variables: [CHAIN_ID, ADDRESSES, CURRENCY_ID],
    isOfMempool: true,
    match: (data, { addresses, currencyId }) => {
      const { transaction } = data.pendingChanges;
      return wholeIf(
        transaction != null && (currencyId == null || changesCurrency(transaction, addresses, currencyId)),
        data,
      );
    },
  },
];

/** True if the transaction changes how much of a currency one of the addresses has. */
function changesCurrency({ changes }: Json, addresses: readonly string[], currencyId: string): boolean {
  const wanted = new Set(addresses);
  return changes
    .filter(({ address }: Json) => wanted.has(address))
    .flatMap(({ amounts }: Json) => amounts)
    .some((one: Json) => one.currencyId === currencyId && satoshisFromDecimalText(one.amount) !== 0n);
}

/** A transaction that left the mempool. */
export interface Leaving {
  txid: string;
  /** False: it will not come, unless somebody sends it again. */
  isConfirmed: boolean;
}

/** The leaving that a message of a family of the mempool tells; null for a message of something else. */
export function readLeaving(data: Json): Leaving | null {
  const event = data?.pendingChanges;
  if (event?.__typename !== 'PendingLeft') return null;
  return { txid: event.txid, isConfirmed: event.state === 'CONFIRMED' };
}
