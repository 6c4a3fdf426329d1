import { LRUCache } from 'lru-cache';
import { CallReader } from './call-reader.ts';

test.each([{ transactionStatus: { pending: null } }, { transactionStatus: null }])(
  'a transaction that leaves the mempool while its inputs are read ends the call, which may be repeated: %j',
  async (data) => {
    const block = { chainId: 'iChain', height: 9, hash: 'a', finalizedHeight: null };
    const reader = new CallReader({
      gateway: {
        ask: async () => ({ status: 200, headers: {}, data, errors: [], chains: [block], teamId: undefined }),
      },
      caller: {} as never,
      chain: 'iChain',
      params: [],
      height: undefined,
      names: new LRUCache({ max: 1 }),
      room: { holdAnswer: () => {}, keep: () => {}, beginCall: () => {} },
    });
    const pages = reader.pages('', {}, ['transactionStatus', 'pending', 'vin', 'inputs']);
    await expect(pages.next()).rejects.toMatchObject({ status: 503, retryAfterS: 1 });
  },
);
