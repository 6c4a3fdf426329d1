import { IDENTITY_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { findIdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import type { Values } from '#/gateway/gateway-client.ts';
import { connectionPage, objectOf } from '#/gateway/values.ts';
import type { Call } from '../../method.ts';
import { WITH_MEMPOOL } from './range.ts';
import type { State } from './state.ts';

const KIND = 'identityprimary';
const OUTPUTS = 'nextCursor outputs { index kind payload spentByPending }';
const transactionsOf = (cursor: string): string => `
  address(chainId: $chain, address: $identity) { pending { transactions(limit: 50${cursor}) {
    nextCursor transactions { txid vout(limit: 50) { ${OUTPUTS} } } } } }`;
const MORE = `query RpcPending($chain: String!, $identity: String!, $cursor: String) { ${transactionsOf(', cursor: $cursor')} }`;
const MORE_OUTPUTS = `query RpcPendingOutputs($chain: String!, $txid: String!, $cursor: String) {
  transactionStatus(chainId: $chain, txid: $txid) { pending { vout(limit: 50, cursor: $cursor) { ${OUTPUTS} } } } }`;

/** To be selected with an identity. */
export const PENDING = transactionsOf('');

export interface PendingIdentity extends State {
  readonly parentId: string | null;
  readonly contentMultiMap: string;
  /** Another pending transaction changes the identity again. */
  readonly isSpent: boolean;
}

/** @param first data of a question with `PENDING` */
export async function listPending(call: Call, id: string, first: Values): Promise<PendingIdentity[]> {
  const found: PendingIdentity[] = [];
  for (let data = first; ; ) {
    const list = objectOf(objectOf(objectOf(data, 'address'), 'pending'), 'transactions');
    const { items, nextCursor } = connectionPage(list, 'transactions');
    for (const transaction of items) {
      const identities = await identitiesIn(call, id, transaction);
      for (const { verusJson } of identities) call.keep(verusJson.length);
      found.push(...identities);
    }
    if (nextCursor === null) return found;
    data = await call.ask(MORE, { chain: call.chain, identity: id, cursor: nextCursor });
  }
}

async function identitiesIn(call: Call, id: string, { txid, vout }: Values): Promise<PendingIdentity[]> {
  const found: PendingIdentity[] = [];
  for (let list = vout as Values; ; ) {
    const { items, nextCursor } = connectionPage(list, 'outputs');
    found.push(...items.flatMap((output) => identityIn(id, String(txid), output)));
    if (nextCursor === null) return found;
    const data = await call.ask(MORE_OUTPUTS, { chain: call.chain, txid, cursor: nextCursor });
    // It may have left the mempool.
    const { pending } = objectOf(data, 'transactionStatus');
    if (pending == null) return found;
    list = objectOf(pending as Values, 'vout');
  }
}

function identityIn(id: string, txid: string, output: Values): PendingIdentity[] {
  if (output.kind !== KIND || typeof output.payload !== 'string') return [];
  const state = findIdentityState({ kind: KIND, payloadJson: output.payload });
  if (state?.identityAddress !== id) return [];
  const { name, flags, parentId, contentMultiMap } = state;
  return [
    {
      name,
      isRevoked: (flags & BigInt(IDENTITY_FLAGS.REVOKED)) !== 0n,
      verusJson: output.payload,
      blockHeight: WITH_MEMPOOL,
      txid,
      vout: Number(output.index),
      parentId,
      contentMultiMap,
      isSpent: output.spentByPending !== null,
    },
  ];
}
