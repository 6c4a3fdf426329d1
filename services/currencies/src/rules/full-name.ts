import { foldName, identityAddressOf } from '@ledgergraph/verus-protocol/name';

/** Part of a parent that its children's names contain. */
export interface ParentName {
  fullyQualifiedName: string;
  /** Has no parent itself. */
  isRoot: boolean;
}

/**
 * Name of a currency as getcurrency prints it (GetFriendlyCurrencyName, docs/verus/identities.md#names-and-ids): the labels up to the
 * root's, which is left out, as is a parent that is not on this chain.
 */
export function fullName(label: string, parent: ParentName | undefined): string {
  return parent === undefined || parent.isRoot ? label : `${label}.${parent.fullyQualifiedName}`;
}

/** The name with the root's label; a name that lacks the label of a parent which is not on this chain stays as it is. */
export function withRoot(
  { currencyId, fullyQualifiedName }: { currencyId: string; fullyQualifiedName: string },
  rootName: string,
): string {
  const labels = [...fullyQualifiedName.split('.'), rootName];
  return identityAddressOf(labels) === currencyId ? labels.join('.') : fullyQualifiedName;
}

/** The name from each of its labels on, folded: "Bridge.pchain" → "bridge.pchain", "pchain". */
export function searchNames(fullyQualifiedName: string): string[] {
  const labels = foldName(fullyQualifiedName).split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
