import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { hex } from '@ledgergraph/chain-kit/hex';
import {
  ListPendingSpendsRequestSchema,
  type ListPendingSpendsResponse,
} from '@ledgergraph/proto-schemas/chain/v1/pool';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { poolService } from '#/pool/pool-service.ts';
import { VRSCTEST } from './apply-recording.ts';
import { enter, leave, read, txidOf } from './fill-pool.ts';
import { openPendingSetting, type PendingSetting, TIP } from './pending-setting.ts';
import { pooled, pooledTxids, sumChanges } from './sum-changes.ts';

let setting: PendingSetting;
beforeAll(async () => {
  setting = await openPendingSetting();
});
beforeEach(() => setting.reset());
afterAll(() => setting.close());

const ADDRESSES = [...new Set(sumChanges(pooledTxids).map(({ address }) => address))];

async function ask(addresses: readonly string[], more: { poolSerial?: bigint; height?: number } = {}) {
  const request = create(ListPendingSpendsRequestSchema, {
    chainId: VRSCTEST,
    height: TIP,
    addresses: [...addresses],
    ...more,
  });
  return (await poolService(ofAllChains(setting.db)).listPendingSpends(
    request,
    {} as never,
  )) as ListPendingSpendsResponse;
}

const namesOf = ({ spends }: ListPendingSpendsResponse) =>
  spends.map(({ txid, vout }) => `${hex(txid)}:${vout}`).sort();
const spentBy = (some: typeof pooled) =>
  some.flatMap(({ inputs }) => inputs.map(({ txid, vout }) => `${hex(txid)}:${vout}`)).sort();

test('it lists what the pending transactions of the addresses spend, each output once, at each change of the mempool', async () => {
  const { db } = setting;
  const entered = await enter(db, pooled);
  for (const count of [0, 1, 4, pooled.length]) {
    const poolSerial = entered - BigInt(pooled.length - count);
    const answer = await ask(ADDRESSES, { poolSerial });
    expect(namesOf(answer)).toEqual(spentBy(pooled.slice(0, count)));
    expect(answer.poolSerial).toBe(poolSerial);
  }
  const [address = ''] = ADDRESSES;
  const own = pooled.filter((one) => sumChanges([txidOf(one)]).some((row) => row.address === address));
  expect(namesOf(await ask([address]))).toEqual(expect.arrayContaining(spentBy(own)));
  await leave(db, { txid: pooledTxids[0] ?? '', reason: 'REMOVED', height: TIP, conflictsWith: [] });
  expect(namesOf(await ask(ADDRESSES))).toEqual(spentBy(pooled.slice(1)));
});

test('it states when the mempool was read, and nothing of one that was not', async () => {
  expect(await ask(ADDRESSES)).not.toHaveProperty('readAt');
  await read(setting.db, { height: TIP, hash: 'ab'.repeat(32) });
  const { readAt, ...answer } = await ask(ADDRESSES);
  expect(answer).toMatchObject({ tipHeight: TIP, tipHash: 'ab'.repeat(32) });
  expect(Date.parse(readAt ?? '')).toBeGreaterThan(0);
});

test.each([
  ['no address', [], {}],
  ['more than 1,000 addresses', Array.from({ length: 1_001 }, () => VRSCTEST), {}],
  ['a text that no column holds', ['a\u0000b'], {}],
  ['a height that no column holds', [VRSCTEST], { height: 2 ** 31 }],
  ['a serial that no column holds', [VRSCTEST], { poolSerial: 2n ** 63n }],
])('%s is refused', async (_, addresses, more) => {
  await expect(ask(addresses, more)).rejects.toMatchObject({ code: Code.InvalidArgument });
});

test('more spends than an answer holds are an error, and not a part of them', async () => {
  const { db } = setting;
  await enter(db, pooled.slice(0, 1));
  await db.$executeRawUnsafe(
    `INSERT INTO pool_spend (chain_id, spent_txid, vout, txid)
     SELECT $1, sha256(i::text::bytea), 0, decode($2, 'hex') FROM generate_series(1, 10000) AS series (i)`,
    VRSCTEST,
    pooledTxids[0],
  );
  await expect(ask(ADDRESSES)).rejects.toMatchObject({ code: Code.ResourceExhausted });
});
