import type { Module } from '@ledgergraph/chain-kit/indexing/module';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findDefinitionPayload, readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { findIdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import { type LabelRow, labelTable } from '#/db/label-table.ts';

/** A label never changes, so the first row stays. */
export const labels: Module<{ labels: LabelRow[] }> = {
  tables: { labels: labelTable },
  read: (block) => ({ labels: readLabels(block) }),
};

function readLabels({ height, transactions }: Block): LabelRow[] {
  return transactions.flatMap(({ outputs }) =>
    outputs.flatMap((output): LabelRow[] => {
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
