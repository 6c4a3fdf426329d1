import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findDefinitionPayload, readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { findIdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import { deleteNamesAbove, insertNames, type NameRow } from '#/db/name-rows.ts';
import type { Family } from './family.ts';

/** Names of identities and currencies, by which summaries of transactions call them. */
export const names: Family<readonly NameRow[], readonly NameRow[]> = {
  read: readNames,
  prepare: async (_, __, blocks) => [
    ...new Map(
      blocks
        .flat()
        .toReversed()
        .map((row) => [row.id, row]),
    ).values(),
  ],
  write: insertNames,
  revert: deleteNamesAbove,
};

/** Pure: names that the outputs of a block have. */
export function readNames({ height, transactions }: Block): NameRow[] {
  return transactions.flatMap(({ outputs }) =>
    outputs.flatMap((output): NameRow[] => {
      const identity = findIdentityState(output);
      if (identity !== undefined) {
        return [{ id: identity.identityAddress, height, label: identity.name, parentId: identity.parentId }];
      }
      const payload = findDefinitionPayload(output);
      if (payload === undefined) return [];
      const { currencyId, name, parentId } = readDefinition(payload);
      return [{ id: currencyId, height, label: name, parentId }];
    }),
  );
}
