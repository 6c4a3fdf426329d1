import { foldName } from '@ledgergraph/verus-protocol/name';
import type { LastRevision } from '#/db/last-identities.ts';
import type { IdentityRows, LabelRow, RegistrationRow } from '#/db/tables.ts';
import { deriveOperations } from '#/rules/derive-operations.ts';
import type { NameTree } from '#/rules/name-tree.ts';
import { HolderSpans } from './holder-spans.ts';
import type { BlockChanges, IdentityChange } from './read-blocks.ts';

/** The caller must not use it again. */
export interface KnownIdentities {
  last: Map<string, LastRevision>;
  /** Highest ordinal; 0 on an empty chain. */
  ordinal: number;
  names: NameTree;
}

/** Pure: the rows do not depend on how blocks are grouped into runs. */
export function buildIdentityRows(blocks: readonly BlockChanges[], known: KnownIdentities): IdentityRows {
  const rows: IdentityRows = {
    registrations: [],
    revisions: [],
    holders: [],
    closedHolders: [],
    labels: [],
    currencies: [],
  };
  const spans = new HolderSpans(rows);
  for (const block of blocks) {
    rows.currencies.push(...block.currencies);
    nameBlock(block, known);
    for (const change of block.identities) {
      const { identityAddress } = change.state;
      const last = known.last.get(identityAddress) ?? null;
      if (last === null) register(change, known, rows);
      const version = (last?.version ?? 0) + 1;
      const ordinal = last?.ordinal ?? known.ordinal;
      const { height, txIndex, vout, txid, state } = change;
      spans.take(last?.state ?? null, state, { version, height, ordinal });
      const operations = deriveOperations(last?.state ?? null, state, height);
      rows.revisions.push({ ...state, version, height, txIndex, vout, txid, operations });
      known.last.set(identityAddress, { version, ordinal, state });
    }
  }
  return rows;
}

/** All names of a block come before its identities: block 1 of a PBaaS chain has the chain's own identity after its children. */
function nameBlock(block: BlockChanges, { names }: KnownIdentities): void {
  for (const { currencyId, name, parentId } of block.currencies) names.addCurrency(currencyId, { name, parentId });
  for (const { state } of block.identities) {
    names.addIdentity(state.identityAddress, { name: state.name, parentId: state.parentId });
  }
}

function register(change: IdentityChange, known: KnownIdentities, rows: IdentityRows): void {
  const { state, height, txid, referral } = change;
  known.ordinal += 1;
  const parents = known.names.labelsFrom(state.parentId);
  const registration: RegistrationRow = {
    identityAddress: state.identityAddress,
    ordinal: known.ordinal,
    registeredHeight: height,
    registeredTxid: txid,
    parentId: state.parentId,
    parentPath: parents.join('.'),
    referral,
  };
  rows.registrations.push(registration);
  // Every name contains the root's label, so a search for it would find everything.
  rows.labels.push(...labelRows([state.name, ...parents.slice(0, -1)], registration));
}

function labelRows(labels: readonly string[], registration: RegistrationRow): LabelRow[] {
  const { identityAddress, ordinal, registeredHeight: height } = registration;
  return labels.map((label, position) => ({
    identityAddress,
    position,
    path: Buffer.from(foldName(labels.slice(position).join('.'))),
    labelLength: [...label].length,
    ordinal,
    height,
  }));
}
