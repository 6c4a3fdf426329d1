import type { Untyped } from '@ledgergraph/test-kit/client';
import type { RecordedAnswer } from '../agrees-with-node/oracle.ts';

export interface Subject {
  value: string;
  from: number;
}

export interface Subjects {
  chainId: string;
  tip: number;
  hashes: readonly string[];
  /** In unix seconds, by height. */
  times: readonly number[];
  addresses: readonly Subject[];
  identities: readonly Subject[];
  identityNames: readonly Subject[];
  primaryAddresses: readonly Subject[];
  currencies: readonly Subject[];
  currencyNames: readonly Subject[];
  transfers: readonly Subject[];
  transactions: readonly Subject[];
}

/** @param blocks getblock 2 of every height */
export function readSubjects(
  chainId: string,
  blocks: readonly Untyped[],
  answers: readonly RecordedAnswer[],
): Subjects {
  const addresses = new FirstSeen();
  const identities = new FirstSeen();
  const primaryAddresses = new FirstSeen();
  const currencies = new FirstSeen();
  const transfers = new FirstSeen();
  const transactions = new FirstSeen();
  currencies.note(chainId, 0);
  for (const { height, tx } of blocks) {
    for (const { txid, vout } of tx) {
      transactions.note(txid, height);
      if (vout.some((output: Untyped) => output.scriptPubKey.reservetransfer !== undefined))
        transfers.note(txid, height);
    }
    for (const { scriptPubKey } of tx.flatMap(({ vout }: Untyped) => vout)) {
      for (const address of scriptPubKey.addresses ?? []) addresses.note(address, height);
      const { identityprimary: identity, currencydefinition: currency } = scriptPubKey;
      if (identity?.identityaddress !== undefined) identities.note(identity.identityaddress, height);
      for (const address of identity?.primaryaddresses ?? []) primaryAddresses.note(address, height);
      if (currency?.currencyid !== undefined) currencies.note(currency.currencyid, height);
    }
  }
  const named = (method: string, read: (result: Untyped) => [id: string, ...names: string[]], from: FirstSeen) =>
    answers
      .filter((answer) => answer.method === method && answer.error === undefined)
      .map(({ result }) => read(result))
      .flatMap(([id, ...names]) => names.map((value) => ({ value, from: from.of(id) })));
  return {
    chainId,
    tip: blocks.length - 1,
    hashes: blocks.map(({ hash }) => hash),
    times: blocks.map(({ time }) => Number(time)),
    addresses: addresses.list(),
    identities: identities.list(),
    identityNames: distinct(
      named(
        'getidentity',
        ({ identity, friendlyname, fullyqualifiedname }) => [
          identity.identityaddress,
          friendlyname,
          fullyqualifiedname,
          friendlyname.slice(0, -1),
        ],
        identities,
      ),
    ),
    primaryAddresses: primaryAddresses.list(),
    currencies: currencies.list(),
    transfers: transfers.list(),
    transactions: transactions.list(),
    currencyNames: distinct(
      named(
        'getcurrency',
        ({ currencyid, name, fullyqualifiedname }) => [currencyid, name, fullyqualifiedname],
        currencies,
      ),
    ),
  };
}

class FirstSeen {
  readonly #heights = new Map<string, number>();

  note(value: string, height: number): void {
    if (!this.#heights.has(value)) this.#heights.set(value, height);
  }

  of(value: string): number {
    return this.#heights.get(value) ?? 0;
  }

  list(): Subject[] {
    return Array.from(this.#heights, ([value, from]) => ({ value, from }));
  }
}

function distinct(subjects: readonly Subject[]): Subject[] {
  return [...new Map(subjects.map((subject) => [subject.value, subject])).values()];
}
