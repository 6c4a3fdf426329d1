import { create } from '@bufbuild/protobuf';
import { bytes } from '@ledgergraph/chain-kit/hex';
import { type Block, InputSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { insertAddresses, listNewRows } from '#/db/addresses.ts';
import { ChainAddress } from '#/db/chain-address.ts';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { buildBlock, carryToken, keyAddress, pay, payConditions } from './guarded-blocks.ts';
import { dumpTables } from './table-dump.ts';

const [KEY, OTHER] = [keyAddress(1), keyAddress(2)];
const TOKEN = 'i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS';
const NO_ONES = { satoshis: 5n, scriptType: 'nonstandard', addresses: [], spendable: false, script: bytes('51') };
const OUTPUTS = [
  pay(KEY, 2n),
  carryToken(payConditions(1, [{ needed: 1, of: [KEY, OTHER] }], 3n), TOKEN),
  NO_ONES,
  pay(OTHER, 7n),
];
const KINDS = ['one address', 'two addresses, with a token', 'no address'];

let database: AddressDatabase;

beforeEach(async () => {
  database = await AddressDatabase.create();
});
afterEach(() => database.close());

const FIRST = [buildBlock(VRSCTEST, 0, []), buildBlock(VRSCTEST, 1, OUTPUTS)];

function spend(height: number, ...vouts: readonly number[]): Block {
  const block = buildBlock(VRSCTEST, height, [pay(OTHER, 1n)]);
  const txid = FIRST[1]?.transactions[1]?.txid ?? new Uint8Array();
  for (const vout of vouts) block.transactions[1]?.inputs.push(create(InputSchema, { txid, vout }));
  return block;
}

test('an address with a row is not written again', async () => {
  await database.apply(FIRST);
  const { db } = database;
  const [last] = await db.$queryRawUnsafe<{ chain: number; id: number }[]>(
    'SELECT chain, id FROM address ORDER BY id DESC LIMIT 1',
  );
  const { chain, id } = last ?? { chain: 0, id: 0 };
  const before = await dump();
  for (const [texts, isNew] of [
    [['new', KEY], false],
    [['new', 'newer'], true],
  ] as const) {
    const added = texts.map((text, index) => {
      const address = new ChainAddress(text);
      address.name(id + 1 + index);
      return { address, height: 2 };
    });
    const writing = db.$transaction((tx) => insertAddresses(tx, chain, listNewRows(added)));
    if (isNew) await writing;
    else await expect(writing).rejects.toThrow('1 of the new addresses have a row already');
    expect((await dump()).address).toHaveLength((before.address ?? []).length + (isNew ? 2 : 0));
  }
});

const dump = () => dumpTables(database.db, VRSCTEST);

test.each(KINDS.map((kind, vout) => [kind, vout] as const))(
  'an output is spent once, whatever the indexer remembers, and again after a revert: one of %s',
  async (_, vout) => {
    await database.apply(FIRST);
    const unspent = await dump();
    await database.apply([spend(2, vout)]);
    const spent = await dump();
    for (const again of [spend(3, vout), spend(3, vout, 3)]) {
      await expect(database.apply([again])).rejects.toThrow();
      database.forget();
      await expect(database.apply([again])).rejects.toThrow();
      expect(await dump()).toEqual(spent);
    }
    await database.revert(VRSCTEST, 1);
    expect(await dump()).toEqual(unspent);
    database.forget();
    await database.apply([spend(2, vout)]);
    expect(await dump()).toEqual(spent);
  },
);
