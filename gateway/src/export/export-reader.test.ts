import pino from 'pino';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import type { GraphContext } from '#/operation/graph-context.ts';
import { ExportReader } from './export-reader.ts';

test('a read that fails gives back the room of the answers that came before', async () => {
  let held = 0;
  const read = async (_body: string, _headers: undefined, context: GraphContext): Promise<never> => {
    held += 1;
    context.read.held.push(() => {
      held -= 1;
    });
    throw new Error('the connection broke');
  };
  const graph = { readers: new Map([['addresses', { read }]]) };
  const graphs = { run: async (operate: (given: unknown) => unknown) => operate(graph) } as unknown as CurrentGraph;
  const options = { graphs, tips: { pins: () => [] }, operationTimeoutMs: 1_000, logger: pino({ level: 'silent' }) };
  const key = { environment: 'TESTNET' } as ConstructorParameters<typeof ExportReader>[1];
  const reader = new ExportReader(options, key, 'test', () => false);
  const asked = reader.askOne('addresses', '{ rows }', {}, { chainId: 'iA', height: 9, hash: 'bb' });
  await expect(asked).rejects.toThrow('the connection broke');
  expect(held).toBe(0);
});
