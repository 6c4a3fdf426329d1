import { identityStatus } from '#/identity/identity-status.ts';
import { contentJson } from './content-json.ts';
import type { VersionNode } from './version-node.ts';

export const IdentityVersion = {
  operation: (version: VersionNode) => version.operations[0],
  blockHeight: (version: VersionNode) => version.height,
  block: ({ chainId, blockHash, at }: VersionNode) => ({ chainId, hash: blockHash, at }),
  timestamp: (version: VersionNode) => version.blockTime,
  status: (version: VersionNode) => identityStatus(version, version.height),
  flags: (version: VersionNode) => Number(version.flags),
  contentMap: (version: VersionNode) => contentJson(version.contentMap),
  contentMultiMap: (version: VersionNode) => contentJson(version.contentMultiMap),
};
