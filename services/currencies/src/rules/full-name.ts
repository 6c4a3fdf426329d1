import { foldName, identityAddressOf } from '@ledgergraph/verus-protocol/name';

export interface ParentName {
  fullyQualifiedName: string;
  isRoot: boolean;
}

/** As getcurrency (GetFriendlyCurrencyName, docs/verus/identities.md#names-and-ids): without the root and a parent of another chain. */
export function fullName(label: string, parent: ParentName | undefined): string {
  return parent === undefined || parent.isRoot ? label : `${label}.${parent.fullyQualifiedName}`;
}

/** A name without the label of a parent from another chain stays unchanged. */
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
