import type { MessageInitShape } from '@bufbuild/protobuf';
import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import {
  Environment,
  type PinSchema,
  SyncStatus,
  type Tip as TipMessage,
} from '@ledgergraph/proto-schemas/chain/v1/stream';

/** The block that queries read by default, as blocks reports it. */
export interface Tip {
  chainId: string;
  name: string;
  rootName: string;
  environment: EnvironmentName;
  isDefault: boolean;
  height: number;
  hash: string;
  /** Null while no block is final. */
  finalizedHeight: number | null;
  status: 'SYNCING' | 'LIVE' | 'NODE_UNAVAILABLE' | 'STALLED';
  /** Number of the newest reorganisation that removed final blocks; 0: none. */
  lastFinalityBreak: bigint;
  /** Newest change of the chain's mempool; null: it has not been read. */
  poolSerial: bigint | null;
}

const HASH_BYTES = 32;

/** Unknown environments are left out. */
export function readEnvironments(environments: readonly Environment[]): EnvironmentName[] {
  return environments.flatMap((environment) => {
    if (environment === Environment.MAINNET) return ['MAINNET'];
    return environment === Environment.TESTNET ? ['TESTNET'] : [];
  });
}

/** Undefined while no block is applied everywhere. */
export function readTip(message: TipMessage): Tip | undefined {
  if (message.hash.length !== HASH_BYTES || message.environment === Environment.UNSPECIFIED) return undefined;
  return {
    chainId: message.chainId,
    name: message.name,
    rootName: message.rootName,
    environment: message.environment === Environment.MAINNET ? 'MAINNET' : 'TESTNET',
    isDefault: message.isDefault,
    height: message.height,
    hash: Buffer.from(message.hash).toString('hex'),
    finalizedHeight: message.finalizedHeight ?? null,
    status: statusName(message.status),
    lastFinalityBreak: message.lastFinalityBreak,
    poolSerial: message.poolSerial ?? null,
  };
}

export function pinMessage({ chainId, height, hash }: Tip): MessageInitShape<typeof PinSchema> {
  return { chainId, block: { height, hash: Buffer.from(hash, 'hex') } };
}

/** An element of `extensions.chain`. */
export function namePin({ chainId, height, hash, finalizedHeight }: Tip): object {
  return { chainId, height, hash, finalizedHeight };
}

function statusName(status: SyncStatus): Tip['status'] {
  if (status === SyncStatus.LIVE) return 'LIVE';
  if (status === SyncStatus.STALLED) return 'STALLED';
  if (status === SyncStatus.NODE_UNAVAILABLE) return 'NODE_UNAVAILABLE';
  return 'SYNCING';
}
