import { create } from '@bufbuild/protobuf';
import { bytes } from '@ledgergraph/chain-kit/hex';
import { Environment, SyncStatus, type Tip, TipSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { finalizedHeight } from './finalized-height.ts';
import type { ChainProgress } from './load-chain-progress.ts';

export function tipMessage(progress: ChainProgress): Tip | null {
  const { network, tip } = progress;
  if (tip === null) return null;
  const finalized = finalizedHeight(tip.height, network.finalityDepth, progress.notarizedHeight);
  return create(TipSchema, {
    chainId: network.chainId,
    name: network.name,
    rootName: network.rootName,
    environment: network.environment === 'MAINNET' ? Environment.MAINNET : Environment.TESTNET,
    isDefault: network.isDefault,
    height: tip.height,
    hash: bytes(tip.hash),
    status: SyncStatus[progress.status],
    lastFinalityBreak: progress.lastFinalityBreak?.id ?? 0n,
    ...(finalized === null ? {} : { finalizedHeight: finalized }),
    ...(progress.poolSerial === null ? {} : { poolSerial: progress.poolSerial }),
  });
}
