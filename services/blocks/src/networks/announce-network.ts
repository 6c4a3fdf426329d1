import { create } from '@bufbuild/protobuf';
import { listNetworks, saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { Environment, NetworkSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { isJsonObject, type JsonObject, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { ChainNode } from '#/following/chain-node.ts';
import { coinbaseMaturity, readBlockTime, readRootName } from './chain-rules.ts';
import type { NetworkSettings } from './network-settings.ts';

/** The node's definition of its native currency does not give the root, or does not exist yet. */
export class UnknownRootError extends Error {
  override name = 'UnknownRootError';
}

/**
 * An earlier definition stays if the node gives none: it has lost blocks, or is below the height that activates currencies.
 * @returns false without a definition: announce again once the tip has moved
 * @throws UnknownRootError, and the errors of the node's client
 */
export async function announceNetwork(db: SqlExecutor, node: ChainNode, settings: NetworkSettings): Promise<boolean> {
  const given = await node.findNativeDefinition();
  const definition = given ?? (await findKnownDefinition(db, settings.chainId));
  const rootName = readRootName(settings.chainId, definition);
  if (rootName === undefined) throw new UnknownRootError(describeUnknownRoot(settings.name, definition));
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
  return given !== null;
}

async function findKnownDefinition(db: SqlExecutor, chainId: string): Promise<JsonObject | null> {
  const known = (await listNetworks(db)).find((network) => network.chainId === chainId)?.nativeDefinition;
  return isJsonObject(known) ? known : null;
}

function describeUnknownRoot(name: string, definition: JsonObject | null): string {
  return definition === null
    ? `the node of ${name} has not yet defined the native currency, which lists the names to use; waiting for its first blocks`
    : `the native currency of ${name} has neither VRSC nor VRSCTEST as its parent`;
}
