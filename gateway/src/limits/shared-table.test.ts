import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { allocateTable, SharedTable } from './shared-table.ts';

const TABLE = new URL('./shared-table.ts', import.meta.url).href;

test('rows are found by their whole id, in any order of making and removing, whichever worker removed them', () => {
  const memory = allocateTable(64, 2);
  const workers = [new SharedTable(memory, 0), new SharedTable(memory, 1)] as const;
  const model = new Map<string, number>();
  let seed = 1;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  // Ids of every length, equal at their beginnings, and beyond Latin-1.
  const ids = Array.from({ length: 90 }, (_, index) => `${'a'.repeat(index)}${index % 7 === 0 ? 'λ' : ''}`);
  for (let step = 0; step < 20_000; step++) {
    const id = ids[random(ids.length)] ?? '';
    const table = workers[random(2) === 0 ? 0 : 1];
    table.alone(() => {
      if (random(3) === 0) {
        table.remove(id);
        model.delete(id);
        return;
      }
      const at = table.open(id);
      expect(at === undefined).toBe(!model.has(id) && model.size === 64);
      if (at === undefined) return;
      expect(table.numbers[at + 1]).toBe(model.get(id) ?? 0);
      table.numbers[at + 1] = step;
      model.set(id, step);
    });
    if (step % 1_000 !== 999) continue;
    table.alone(() => {
      for (const one of ids) expect(table.find(one) === undefined).toBe(!model.has(one));
      table.sweep((at) => (table.numbers[at + 1] ?? 0) % 2 === 0);
      for (const [one, value] of model) if (value % 2 === 0) model.delete(one);
    });
  }
});

test('what threads count together is exact, also when one of them ends while it holds the lock', async () => {
  const memory = allocateTable(16, 1);
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(${JSON.stringify(TABLE)}).then(({ SharedTable }) => {
      const { memory, member, times } = workerData;
      const table = new SharedTable(memory, member);
      for (let time = 0; time < times; time++) {
        table.alone(() => {
          table.numbers[table.open('counted')] += 1;
          if (time % 5 === 0) { table.open('brief'); table.remove('brief'); }
        });
      }
      if (member !== 0) return parentPort.postMessage('done');
      table.alone(() => { parentPort.postMessage('holds'); for (;;); });
    });`;
  const start = (member: number, times: number) =>
    new Worker(program, { eval: true, workerData: { memory, member, times } });
  const holder = start(0, 10_000);
  await once(holder, 'message');
  const others = [1, 2, 3].map((member) => start(member, 50_000));
  await holder.terminate();
  const table = new SharedTable(memory, 4);
  table.releaseLock(0);
  await Promise.all(others.map((other) => once(other, 'exit')));
  table.alone(() => {
    expect(table.numbers[table.find('counted') ?? -1]).toBe(160_000);
    expect(table.find('brief')).toBeUndefined();
  });
});
