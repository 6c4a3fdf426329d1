import { tracer as stockTracer } from '@apollo/gateway/dist/utilities/opentelemetry.js';
import { type Attributes, type Span, type Tracer, trace } from '@opentelemetry/api';
import { TwinGateways, WHOLE } from './twin-gateways.ts';

const OPERATION = {
  query: 'query Page($l: Int) { blocks(limit: $l) { blocks { hash producer { balance } } } }',
  operationName: 'Page',
  variables: { l: 3 },
};

interface Seen {
  name: string;
  attributes: Attributes;
  ended: boolean;
  failed: boolean;
}

const seen: Seen[] = [];
type Run = (span: Span) => unknown;

const tracer = {
  startActiveSpan(name: string, ...rest: [{ attributes?: Attributes }, Run] | [Run]) {
    const run = rest.at(-1) as Run;
    const attributes = rest.length === 2 ? rest[0].attributes : {};
    const span: Seen = { name, attributes: { ...attributes }, ended: false, failed: false };
    seen.push(span);
    return run({
      setAttributes: (more: Attributes) => Object.assign(span.attributes, more),
      setStatus: () => {
        span.failed = true;
      },
      end: () => {
        span.ended = true;
      },
    } as unknown as Span);
  },
} as unknown as Tracer;

const twins = new TwinGateways();
beforeAll(async () => {
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  // Loaded by an earlier file of the worker, it keeps the provider of that time.
  jest.spyOn(stockTracer, 'startActiveSpan').mockImplementation(tracer.startActiveSpan);
  await twins.start();
});
afterAll(async () => {
  await twins.stop();
  trace.disable();
});

async function spansOf(execution: 'own' | 'stock', seed: string, errors = 0): Promise<Seen[]> {
  twins.enter({ ...WHOLE, seed, errors });
  seen.length = 0;
  await twins.ask(execution, OPERATION);
  return [...seen];
}

test('the spans are those of the stock executor: the first time, with a plan, and when a subgraph fails', async () => {
  for (const [seed, errors] of [
    ['first', 0],
    ['planned', 0],
    ['failing', 1],
  ] as const) {
    const stock = await spansOf('stock', seed, errors);
    const own = await spansOf('own', seed, errors);
    expect(own.map(({ name }) => name)).toEqual(stock.map(({ name }) => name));
    expect(own.map(({ attributes }) => attributes)).toEqual(stock.map(({ attributes }) => attributes));
    expect(own.map(({ failed }) => failed)).toEqual(stock.map(({ failed }) => failed));
    expect(own.every(({ ended }) => ended)).toBe(true);
    expect(own.map(({ name }) => name)).toContain('gateway.postprocessing');
    expect(own.some(({ name }) => name === 'gateway.plan')).toBe(seed === 'first');
  }
});
