import { globSync, readFileSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { COLUMNS } from './judged-columns.ts';
import { RANGES, type Range, signed } from './judged-ranges.ts';

function capacityOf(type: string, native: string): Range {
  const capacities: Record<string, Range> = {
    Int: signed(32n),
    'Int @db.SmallInt': signed(16n),
    'Int @db.Oid': RANGES.uint32,
    BigInt: signed(64n),
    Float: [-(2n ** 53n), 2n ** 53n],
    'Decimal @db.Decimal(78, 0)': [-(10n ** 78n - 1n), 10n ** 78n - 1n],
    'Decimal @db.Decimal(40, 0)': [-(10n ** 40n - 1n), 10n ** 40n - 1n],
  };
  const capacity = capacities[native === '' ? type : `${type} ${native}`];
  if (capacity === undefined) throw new Error(`no one has judged what ${type} ${native} holds`);
  return capacity;
}

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

test('the test judges every column of numbers of every schema, and no column that is gone', () => {
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
