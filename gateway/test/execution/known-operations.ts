import type { Operation } from './random-operation.ts';
import { type TwinGateways, WHOLE } from './twin-gateways.ts';

/** Tests that the path of known operations answers every one of them, and as the whole path does. */
export function testKnownOperations(twins: TwinGateways, listOperations: () => readonly Operation[]): void {
  test('known operations that go well take the path of known operations, all of them', async () => {
    const operations = listOperations();
    twins.enter(WHOLE);
    twins.shortly = 0;
    for (const operation of operations) {
      const [own, short] = [await twins.ask('own', operation), await twins.ask('short', operation)];
      expect([short.status, short.body]).toEqual([own.status, own.body]);
    }
    expect(twins.shortly).toBe(operations.length);
  });
}
