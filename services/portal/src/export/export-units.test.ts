import type { GatewayAnswer } from '#/gateway/gateway-client.ts';
import { GatewayAway } from '#/gateway/gateway-client.ts';
import { ExportReader } from './export-reader.ts';
import { ExportUnits } from './export-units.ts';

const PAID: GatewayAnswer = { status: 200, headers: {}, data: {}, errors: [], chains: [], teamId: 'team' };

/** Loses its answers from a payment on. */
function unitsLostFrom(payment: number) {
  let asked = 0;
  const ask = async (): Promise<GatewayAnswer> => {
    asked += 1;
    if (asked >= payment) throw new GatewayAway(new Error('reset'));
    return PAID;
  };
  const caller = { gone: new AbortController().signal } as never;
  return { units: new ExportUnits(new ExportReader({ ask }, caller)), asked: () => asked };
}

test('a later payment whose answer is lost may have been made: it is not made a second time, and the export goes on', async () => {
  const { units, asked } = unitsLostFrom(2);
  await units.pay(1_000);
  await expect(units.pay(3_000)).resolves.toEqual({});
  expect(asked()).toBe(3);
});

test('without an answer to the first payment nothing is sent', async () => {
  const { units, asked } = unitsLostFrom(1);
  await expect(units.pay(1)).rejects.toThrow(GatewayAway);
  expect(asked()).toBe(1);
});
