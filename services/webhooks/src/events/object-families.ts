import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Json } from '#/gateway/json.ts';
import { type Ask, BLOCKS_REMOVED, CHAIN_ID, type EventFamily, type EventVariable, wholeIf } from './event-family.ts';
import { ADDRESSES, CURRENCY_ID } from './event-variables.ts';

const ADDRESS_OPERATION = `subscription Addresses($chainId: String, $addresses: [String!]!, $minConfirmations: Int = 1) {
  addressActivity(chainId: $chainId, addresses: $addresses, minConfirmations: $minConfirmations) {
    __typename
    ... on AddressActivity {
      chainId blockHeight blockHash
      address { address }
      activity { txid direction timestamp balanceAfter amounts { currencyId amount currency { fullyQualifiedName } } }
    }
    ${BLOCKS_REMOVED}
  }
}`;

const IDENTITY_OPERATION = `subscription Identities($chainId: String, $identityAddresses: [String!]) {
  identityChanges(chainId: $chainId, identityAddresses: $identityAddresses) {
    __typename
    ... on IdentityChanged {
      chainId blockHeight blockHash
      identity { identityAddress fullyQualifiedName status }
      version { version operation operations txid timestamp primaryAddresses minimumSignatures contentMap }
    }
    ${BLOCKS_REMOVED}
  }
}`;

const CURRENCY_OPERATION = `subscription Currencies($chainId: String, $currencyIds: [String!]) {
  currencyChanges(chainId: $chainId, currencyIds: $currencyIds) {
    __typename
    ... on CurrencyChanged {
      chainId blockHeight blockHash
      state {
        currencyId supply timestamp txid
        currency { fullyQualifiedName }
        reserves { currencyId amount priceInReserve weight }
      }
    }
    ${BLOCKS_REMOVED}
  }
}`;

const PRICES_BEFORE = `query PricesBefore($chainId: String!, $currencyId: String!, $height: BigInt!) {
  currency(chainId: $chainId, currencyId: $currencyId, asOf: { height: $height }) {
    state { reserves { currencyId priceInReserve } }
  }
}`;

const ACTIVITY: EventVariable[] = [
  CHAIN_ID,
  ADDRESSES,
  {
    name: 'minConfirmations',
    description: 'holds events back until their block is that deep, 1 to 1,000; absent: 1',
    isRequired: false,
    isList: false,
  },
  CURRENCY_ID,
];
const IDENTITIES: EventVariable[] = [
  CHAIN_ID,
  { name: 'identityAddresses', description: 'at most 1,000 i-addresses; absent: all', isRequired: false, isList: true },
];

export const OBJECT_FAMILIES: readonly EventFamily[] = [
  addressFamily('address.received', 'One of the addresses gained an amount of a currency.', (amount) => amount > 0n),
  addressFamily('address.sent', 'One of the addresses lost an amount of a currency.', (amount) => amount < 0n),
  addressFamily('address.balance_changed', 'A balance of one of the addresses changed.', (amount) => amount !== 0n),
  identityFamily('identity.created', 'An identity was registered.', (operations) => operations.includes('REGISTER')),
  identityFamily(
    'identity.updated',
    'An identity was changed in any way, revocation and recovery included.',
    (operations) => !operations.includes('REGISTER'),
  ),
  identityFamily('identity.revoked', 'An identity was revoked.', (operations) => operations.includes('REVOKE')),
  {
    name: 'currency.price_change',
    description: 'The price of a basket in one of its reserves differs from the block before.',
    operation: CURRENCY_OPERATION,
    variables: [
      CHAIN_ID,
      { name: 'currencyIds', description: 'at most 1,000 i-addresses; absent: all', isRequired: false, isList: true },
      {
        name: 'minChangePercent',
        description: 'only changes of at least so many percent, as text: "5" or "0.25"; absent: any change',
        isRequired: false,
        isList: false,
        findFault: findFaultOfPercent,
      },
    ],
    match: async (data, { minChangePercent }, ask) =>
      wholeIf(await hasNewPrice(data.currencyChanges, minChangePercent ?? '0', ask), data),
  },
];

function addressFamily(name: string, description: string, isWanted: (satoshis: bigint) => boolean): EventFamily {
  return {
    name,
    description,
    operation: ADDRESS_OPERATION,
    variables: ACTIVITY,
    match: (data, { currencyId }) => {
      const amounts: Json[] = data.addressActivity.activity.amounts;
      const ofCurrency = amounts.filter((one) => currencyId == null || one.currencyId === currencyId);
      return wholeIf(
        ofCurrency.some(({ amount }) => isWanted(satoshisFromDecimalText(amount))),
        data,
      );
    },
  };
}

function identityFamily(name: string, description: string, isWanted: (operations: string[]) => boolean): EventFamily {
  return {
    name,
    description,
    operation: IDENTITY_OPERATION,
    variables: IDENTITIES,
    match: (data) => wholeIf(isWanted(data.identityChanges.version.operations), data),
  };
}

/** Compares with the block before, which may have another price in some reserve or may not know the currency yet. */
async function hasNewPrice({ chainId, blockHeight, state }: Json, minPercent: string, ask: Ask): Promise<boolean> {
  if (state.reserves.length === 0 || blockHeight === 0) return false;
  const { data } = await ask(PRICES_BEFORE, { chainId, currencyId: state.currencyId, height: blockHeight - 1 });
  const before: Json[] = data?.currency?.state?.reserves ?? [];
  const least = satoshisFromDecimalText(minPercent);
  return state.reserves.some(({ currencyId, priceInReserve }: Json) => {
    const old = before.find((reserve) => reserve.currencyId === currencyId);
    if (old === undefined) return false;
    return isChange(satoshisFromDecimalText(old.priceInReserve), satoshisFromDecimalText(priceInReserve), least);
  });
}

/** @param least percent, times 10^8 */
function isChange(from: bigint, to: bigint, least: bigint): boolean {
  const difference = from > to ? from - to : to - from;
  // difference ÷ from ≥ least ÷ 100, without a division.
  return difference > 0n && difference * 100n * 100_000_000n >= least * from;
}

function findFaultOfPercent(value: unknown): string | undefined {
  const isPercent = typeof value === 'string' && /^\d{1,6}(\.\d{1,8})?$/.test(value);
  return isPercent ? undefined : 'minChangePercent is a number as text, such as "5" or "0.25"';
}
