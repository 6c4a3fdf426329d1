import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';

export const TRANSACTION_KEYS = describeKeys({ chainId: 'text', txid: 'text', height: 'integer' });
export type TransactionKey = KeyOf<typeof TRANSACTION_KEYS>;

export const OUTPUT_KEYS = describeKeys({ ...TRANSACTION_KEYS.types, vout: 'integer' });
export type OutputKey = KeyOf<typeof OUTPUT_KEYS>;
