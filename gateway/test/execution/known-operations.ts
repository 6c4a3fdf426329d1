import type { Operation } from './random-operation.ts';
import { type TwinGateways, WHOLE } from './twin-gateways.ts';

export function testKnownOperations(twins: TwinGateways, listOperations: () => readonly Operation[]): void {
  test('operations that were answered are known, all of them', async () => {
    const operations = listOperations();
    twins.enter(WHOLE);
    const missesBefore = twins.counts.planMisses;
    for (const operation of operations) {
      expect(twins.knows(operation)).toBe(true);
      const [known, stock] = [await twins.ask('own', operation), await twins.ask('stock', operation)];
      expect([known.status, known.body]).toEqual([stock.status, stock.body]);
    }
    expect(twins.counts.planMisses).toBe(missesBefore);
  });
}
