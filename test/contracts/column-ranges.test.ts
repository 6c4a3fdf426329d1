import { globSync, readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';

type Range = readonly [min: bigint, max: bigint];

const signed = (bits: bigint): Range => [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];

/** Ranges of the protocol, and of our own counts, that a column must hold. */
const RANGES = {
  /** A uint32: CBlockHeader::nTime, CTransaction::nLockTime and nExpiryHeight, CIdentity::unlockAfter, signCount of WebAuthn. */
  uint32: [0n, 2n ** 32n - 1n],
  /** An int32: nVersion of blocks and transactions, CIdentity::minSigs, a code of JSON-RPC. */
  int32: signed(32n),
  /** CAmount, and sums that the protocol keeps within one. */
  amount: signed(64n),
  /** Everything that an address ever received: more than one amount. */
  received: [0n, 10n ** 40n - 1n],
  /** CBlockIndex::nHeight, an int. */
  height: [0n, 2n ** 31n - 1n],
  /** Place of something that exists within a block, or within a transaction of one: at most as many as bytes of a block. -1: none. */
  position: [-1n, 2n ** 25n],
  /** Bytes of a block or a transaction: MAX_BLOCK_SIZE is 2,000,000. */
  size: [0n, 2n ** 25n],
  /** CCurrencyState::flags, a uint16. */
  uint16: [0n, 2n ** 16n - 1n],
  /** Bits that consensus lets an identity have, and versions of its structure, are few; both are uint32 on the wire. */
  identityFlags: [0n, 2n ** 32n - 1n],
  identityVersion: [1n, 3n],
  /** Addresses, names and transactions that a chain has: each takes 34 bytes of a block at least, so 2^31 of them take 70 GB of blocks. */
  rows: [0n, 2n ** 31n - 1n],
  /** Numbers of a sequence that grows for ever, and times in Unix milliseconds. */
  serial: [0n, 2n ** 63n - 1n],
  /** Networks that one installation has followed. */
  networks: [1n, 2n ** 15n - 1n],
  /** What an operator or a team sets, or what our own code counts up to a bound; their readers refuse more. */
  setting: [0n, 2n ** 31n - 1n],
} as const satisfies Record<string, Range>;

type RangeName = keyof typeof RANGES;

/** Every column of whole numbers, by service and model, and the range that it must hold. A new column has to be judged here. */
const COLUMNS: Record<string, Record<string, RangeName>> = {
  'sync.Network': { blockTimeSeconds: 'setting' },
  'sync.SyncCursor': { height: 'height' },
  'sync.AppliedBlock': { height: 'height', time: 'uint32', serial: 'serial' },
  'accounts.Passkey': { counter: 'uint32' },
  'accounts.Attempt': { count: 'setting' },
  'accounts.Plan': {
    callsPerMonth: 'serial',
    callsPerSecond: 'setting',
    streamsPerKey: 'setting',
    sendsPerMinute: 'setting',
    webhookEndpoints: 'setting',
    webhookDeliveriesPerSecond: 'setting',
  },
  'accounts.QuotaPeriod': { charged: 'serial', spent: 'serial' },
  'accounts.QuotaLease': { size: 'serial', spent: 'serial' },
  'accounts.Gateway': { lastSequence: 'serial' },
  'accounts.UsageDay': { calls: 'serial' },
  'addresses.Chain': { id: 'networks' },
  'addresses.Address': { chain: 'networks', id: 'rows', height: 'height' },
  'addresses.TransactionPlace': { chain: 'networks', height: 'height', txIndex: 'position' },
  'addresses.Output': {
    chain: 'networks',
    height: 'height',
    txIndex: 'position',
    vout: 'position',
    holderId: 'rows',
    satoshis: 'amount',
    tokenIds: 'rows',
    tokenSatoshis: 'amount',
    addressIds: 'rows',
  },
  'addresses.Spend': {
    chain: 'networks',
    height: 'height',
    txIndex: 'position',
    vout: 'position',
    spentHeight: 'height',
    spenderTxIndex: 'position',
    spenderIndex: 'position',
  },
  'addresses.AddressUtxo': {
    chain: 'networks',
    addressId: 'rows',
    height: 'height',
    txIndex: 'position',
    vout: 'position',
  },
  'addresses.AddressSpentOutput': {
    chain: 'networks',
    addressId: 'rows',
    spentHeight: 'height',
    height: 'height',
    txIndex: 'position',
    vout: 'position',
  },
  'addresses.TokenUtxo': {
    chain: 'networks',
    addressId: 'rows',
    currencyId: 'rows',
    height: 'height',
    txIndex: 'position',
    vout: 'position',
  },
  'addresses.TokenSpentOutput': {
    chain: 'networks',
    addressId: 'rows',
    currencyId: 'rows',
    spentHeight: 'height',
    height: 'height',
    txIndex: 'position',
    vout: 'position',
  },
  'addresses.BalanceChange': {
    chain: 'networks',
    addressId: 'rows',
    currencyId: 'rows',
    height: 'height',
    txIndex: 'position',
    credit: 'amount',
    debit: 'amount',
    balance: 'amount',
    received: 'received',
    txCount: 'rows',
    utxoCount: 'rows',
    spendableUtxoCount: 'rows',
  },
  'addresses.TokenBalance': {
    chain: 'networks',
    addressId: 'rows',
    currencyId: 'rows',
    balance: 'amount',
    height: 'height',
    firstHeight: 'height',
    ordinal: 'rows',
  },
  'addresses.AddressTransaction': {
    chain: 'networks',
    addressId: 'rows',
    height: 'height',
    txIndex: 'position',
    balanceAfter: 'amount',
    txCount: 'rows',
    utxoCount: 'rows',
    spendableUtxoCount: 'rows',
    currencyIds: 'rows',
    netSatoshis: 'amount',
  },
  'addresses.HolderChange': {
    chain: 'networks',
    currencyId: 'rows',
    holderId: 'rows',
    height: 'height',
    balance: 'amount',
  },
  'addresses.Holder': { chain: 'networks', currencyId: 'rows', holderId: 'rows', balance: 'amount' },
  'addresses.HeldTotal': { chain: 'networks', currencyId: 'rows', height: 'height', holders: 'rows', total: 'amount' },
  'addresses.KnownCurrency': { chain: 'networks', currencyId: 'rows', height: 'height' },
  'blocks.Block': {
    height: 'height',
    time: 'uint32',
    version: 'int32',
    size: 'size',
    reward: 'amount',
    transactionCount: 'position',
    // An encoded transaction names each address as text and carries its payload: some times the bytes on the wire.
    fragmentsSize: 'setting',
  },
  'blocks.Transaction': {
    index: 'position',
    version: 'int32',
    lockTime: 'uint32',
    expiryHeight: 'uint32',
    valueIn: 'amount',
    valueOut: 'amount',
    fee: 'amount',
    inputCount: 'position',
    outputCount: 'position',
  },
  // Only a coinbase names an output that does not exist, and it spends none.
  'blocks.Spend': { vout: 'position', inputIndex: 'position', height: 'height' },
  'blocks.Outbox': { id: 'serial', height: 'height', time: 'uint32' },
  'blocks.SubgraphProgress': { height: 'height', sequence: 'serial' },
  'blocks.Reorg': { id: 'serial', forkHeight: 'position', depth: 'height', finalBlocks: 'height' },
  'blocks.NodeTip': { height: 'height' },
  'blocks.PoolTransaction': { size: 'size', fee: 'amount', expiryHeight: 'uint32' },
  'blocks.PoolChange': { satoshis: 'amount' },
  'blocks.PoolSpend': { vout: 'position' },
  'blocks.PoolStay': { enterSerial: 'serial', leftSerial: 'serial', leftHeight: 'height' },
  'blocks.Pool': { serial: 'serial', beginsAt: 'serial', tipHeight: 'height' },
  'blocks.Submission': { code: 'int32' },
  'currencies.CurrencyDefinition': { height: 'height', txIndex: 'position', vout: 'position' },
  'currencies.CurrencyState': {
    ordinal: 'rows',
    height: 'height',
    txIndex: 'position',
    vout: 'position',
    flags: 'uint16',
    initialSupply: 'amount',
    emitted: 'amount',
    supply: 'amount',
    fees: 'amount',
    conversionFees: 'amount',
    lastNotarization: 'height',
  },
  'currencies.NativeSupply': { height: 'height', supply: 'amount' },
  'currencies.BlockOutputs': { height: 'height' },
  'identities.Identity': { ordinal: 'rows', registeredHeight: 'height' },
  'identities.IdentityRevision': {
    version: 'rows',
    height: 'height',
    txIndex: 'position',
    vout: 'position',
    structureVersion: 'identityVersion',
    flags: 'identityFlags',
    timelock: 'uint32',
    minimumSignatures: 'int32',
  },
  'identities.IdentityHolder': { fromVersion: 'rows', fromHeight: 'height', toHeight: 'height' },
  'identities.IdentityLabel': { position: 'position', labelLength: 'position', ordinal: 'rows', height: 'height' },
  'identities.CurrencyName': { height: 'height' },
  'webhooks.Endpoint': { fromHeight: 'height', positionHeight: 'height', revision: 'setting' },
  'webhooks.Delivery': { id: 'serial', round: 'setting', blockHeight: 'height', attemptsMade: 'setting' },
  'webhooks.Attempt': { id: 'serial', deliveryId: 'serial', durationMs: 'setting', status: 'setting' },
};

/** What a column of a type holds exactly. */
function capacityOf(type: string, native: string): Range {
  const capacities: Record<string, Range> = {
    Int: signed(32n),
    'Int @db.SmallInt': signed(16n),
    'Int @db.Oid': RANGES.uint32,
    BigInt: signed(64n),
    Float: [-(2n ** 53n), 2n ** 53n],
    'Decimal @db.Decimal(40, 0)': [-(10n ** 40n - 1n), 10n ** 40n - 1n],
  };
  const capacity = capacities[native === '' ? type : `${type} ${native}`];
  if (capacity === undefined) throw new Error(`no one has judged what ${type} ${native} holds`);
  return capacity;
}

/** Columns of numbers in every Prisma schema: what each holds. */
function readColumns(): Map<string, Map<string, Range>> {
  const models = new Map<string, Map<string, Range>>();
  for (const file of [
    'packages/chain-kit/prisma/sync.prisma',
    ...globSync('services/*/prisma/*.prisma', { cwd: inRepository('') }),
  ]) {
    if (file.startsWith('services/') && file.endsWith('/sync.prisma')) continue;
    const service = file.endsWith('/sync.prisma') ? 'sync' : file.split('/')[1];
    let model = '';
    for (const line of readFileSync(inRepository(file), 'utf8').split('\n')) {
      model = /^model (\w+)/.exec(line)?.[1] ?? model;
      const [, name, type, rest = ''] = /^\s+(\w+)\s+(Int|BigInt|Float|Decimal)\b(.*)$/.exec(line) ?? [];
      if (name === undefined || type === undefined) continue;
      const native = /@db\.\w+(?:\([\d, ]+\))?/.exec(rest)?.[0] ?? '';
      const columns = models.get(`${service}.${model}`) ?? new Map<string, Range>();
      models.set(`${service}.${model}`, columns.set(name, capacityOf(type, native)));
    }
  }
  return models;
}

const models = readColumns();

test('every column of numbers in every schema is judged, and none that is gone', () => {
  const found = Array.from(models, ([model, columns]) => [model, [...columns.keys()].sort()]).sort();
  expect(found).toEqual(
    Object.entries(COLUMNS)
      .map(([model, columns]) => [model, Object.keys(columns).sort()])
      .sort(),
  );
});

test.each(Object.entries(COLUMNS))('%s holds the range that each column needs', (model, columns) => {
  for (const [column, name] of Object.entries(columns)) {
    const [min, max] = models.get(model)?.get(column) ?? [0n, 0n];
    const [least, most] = RANGES[name];
    expect({ column, name, fits: min <= least && most <= max }).toEqual({ column, name, fits: true });
  }
});
