import { flagNames, IDENTITY_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { writeIdentity } from '@ledgergraph/verus-protocol/payloads/write-identity';
import { identityStatus } from '#/rules/identity-status.ts';
import { contentJson } from './content-json.ts';
import type { VersionNode } from './identity-versions.ts';
import type { GraphContext } from './loaders.ts';

interface VersionReference {
  chainId: string;
  identityAddress: string;
  version: number;
  at: number | null;
}

export const IdentityVersion = {
  async __resolveReference(
    { chainId, identityAddress, version, at }: VersionReference,
    context: GraphContext,
  ): Promise<VersionNode | null> {
    const view = await context.loaders.view.load({ chainId, at });
    const row = await context.loaders.version.load({ chainId, identityAddress, version, height: view.height });
    return row === null ? null : { ...row, chainId, at: view.at };
  },

  operation: (version: VersionNode) => version.operations[0],
  blockHeight: (version: VersionNode) => version.height,
  block: ({ chainId, blockHash, at }: VersionNode) => ({ chainId, hash: blockHash, at }),
  timestamp: (version: VersionNode) => version.blockTime,
  status: (version: VersionNode) => identityStatus(version, version.height),
  flags: (version: VersionNode) => Number(version.flags),
  flagNames: (version: VersionNode) => flagNames(IDENTITY_FLAGS, Number(version.flags)),
  contentMap: (version: VersionNode) => contentJson(version.contentMap),
  contentMultiMap: (version: VersionNode) => contentJson(version.contentMultiMap),
  verusJson: (version: VersionNode) => writeIdentity(version),
};
