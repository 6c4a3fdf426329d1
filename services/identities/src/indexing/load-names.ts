import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';
import { findAddress, readText } from '@ledgergraph/verus-protocol/json-members';
import { isJsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { listNames } from '#/db/names.ts';
import { NameTree } from '#/rules/name-tree.ts';

export async function loadNames(
  db: SqlExecutor,
  network: Network,
  chain: number,
  parentIds: Iterable<string>,
): Promise<NameTree> {
  const tree = new NameTree();
  // The root and the chain's own currency may appear in no block.
  tree.addCurrency(identityAddressOf([network.rootName]), { name: network.rootName, parentId: null });
  const native = network.nativeDefinition;
  if (isJsonObject(native)) {
    tree.addCurrency(network.chainId, { name: readText(native, 'name'), parentId: findAddress(native, 'parent') });
  }
  const asked = new Set<string>();
  for (let wanted = [...new Set(parentIds)]; wanted.length > 0; ) {
    const missing = wanted.filter((id) => !asked.has(id));
    for (const id of missing) asked.add(id);
    const rows = missing.length === 0 ? [] : await listNames(db, chain, missing);
    for (const { source, id, name, parentId } of rows) {
      if (source === 'currency') tree.addCurrency(id, { name, parentId });
      else tree.addIdentity(id, { name, parentId });
    }
    wanted = rows.flatMap((row) => row.parentId ?? []).filter((id) => !asked.has(id));
  }
  return tree;
}
