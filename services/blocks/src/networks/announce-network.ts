import { create } from '@bufbuild/protobuf';
import { saveNetwork } from '@ledgergraph/chain-kit/chain/network';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { Environment, NetworkSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { ChainNode } from '#/chain/chain-node.ts';
import { coinbaseMaturity, readBlockTime, readRootName } from '#/networks/chain-rules.ts';
import type { NetworkSettings } from '#/networks/network-settings.ts';

/** The node's definition of its native currency does not say which root names on the chain end in. */
export class UnknownRootError extends Error {
  override name = 'UnknownRootError';
}

/**
 * Tells everybody that this network is followed, and by which rules: from networks.yaml and the node's own definition.
 * @returns whether the definition was there; a chain too young for currencies has none yet, so announce again later
 * @throws UnknownRootError, and what the node's client throws
 */
export async function announceNetwork(db: SqlExecutor, node: ChainNode, settings: NetworkSettings): Promise<boolean> {
  const definition = await node.findNativeDefinition();
  const rootName = readRootName(settings.chainId, definition);
  if (rootName === undefined)
    throw new UnknownRootError(`chain ${settings.chainId} hangs from neither VRSC nor VRSCTEST`);
  const blockTimeSeconds = settings.blockTimeSeconds ?? readBlockTime(definition);
  await saveNetwork(
    db,
    create(NetworkSchema, {
      chainId: settings.chainId,
      name: settings.name,
      environment: settings.environment === 'MAINNET' ? Environment.MAINNET : Environment.TESTNET,
      isDefault: settings.isDefault,
      blockTimeSeconds,
      rootName,
      nativeDefinitionJson: definition === null ? '' : stringifyLossless(definition),
      finalityDepth: coinbaseMaturity(blockTimeSeconds),
    }),
  );
  return definition !== null;
}
