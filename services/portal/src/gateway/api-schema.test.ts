import { ApiSchema } from './api-schema.ts';
import { GatewayAway } from './gateway-client.ts';

let now = 0;
beforeEach(() => {
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

test('the schema is read once a second, however many ask, and is the same object while its text is the same', async () => {
  const texts = ['type Query { a: Int }', 'type Query { a: Int }', 'type Query { b: Int }'];
  let reads = 0;
  const schema = new ApiSchema({ apiSchema: async () => texts[reads++] ?? '' });
  const read = async () => new Set(await Promise.all(Array.from({ length: 100 }, () => schema.read())));
  const [first, ...others] = await read();
  expect([others, reads]).toEqual([[], 1]);
  now = 999;
  expect([await read(), reads]).toEqual([new Set([first]), 1]);
  now = 1_000;
  expect([await read(), reads]).toEqual([new Set([first]), 2]);
  now = 2_000;
  const [changed] = await read();
  expect(Object.keys(changed?.getQueryType()?.getFields() ?? {})).toEqual(['b']);
});

test('while the gateway is away, the last schema counts; without one, the request fails', async () => {
  let isAway = true;
  const apiSchema = async () => {
    if (isAway) throw new GatewayAway('no answer');
    return 'type Query { a: Int }';
  };
  const schema = new ApiSchema({ apiSchema });
  await expect(schema.read()).rejects.toThrow(GatewayAway);
  isAway = false;
  const first = await schema.read();
  isAway = true;
  now = 5_000;
  expect(await schema.read()).toBe(first);
});
