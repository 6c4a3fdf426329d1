import { create } from '@bufbuild/protobuf';
import { Environment, SyncStatus, type Tip as TipMessage, TipSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';

export const TEST_CHAIN = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
export const LIVE_CHAIN = 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV';

/** `fork` makes another block of the same height. */
export function tip(height: number, rest: Partial<Omit<TipMessage, '$typeName'>> & { fork?: number } = {}): TipMessage {
  const { fork = 0, ...fields } = rest;
  const hash = new Uint8Array(32);
  new DataView(hash.buffer).setUint32(0, height);
  hash[31] = fork;
  return create(TipSchema, {
    chainId: TEST_CHAIN,
    name: 'VRSCTEST',
    rootName: 'VRSCTEST',
    environment: Environment.TESTNET,
    isDefault: true,
    height,
    hash,
    status: SyncStatus.LIVE,
    ...fields,
  });
}
