import { composeSupergraph } from '@ledgergraph/graph-tools/compose/compose-supergraph';
import { parse } from 'graphql';
import { Planner } from '../planner.ts';
import { PlanningBusy, PlanningThread } from './planning-thread.ts';

const { supergraphSdl } = composeSupergraph([
  {
    name: 'one',
    sdl: `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
      type Query { it(at: Int): It } type It @key(fields: "id") { id: ID! must: Int! }`,
  },
  {
    name: 'two',
    sdl: `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
      type It @key(fields: "id") { id: ID! may(be: String): Int }`,
  },
]);
const asked = (number: number) => ({
  source: `query ($be: String) { it(at: ${number}) { must may(be: $be) } __schema { description } }`,
  operationName: undefined,
});

let thread: PlanningThread;
beforeEach(() => {
  thread = new PlanningThread(supergraphSdl);
});
afterEach(() => thread.close());

test('a plan of the thread is the plan that is made here, without what is asked of the schema', async () => {
  const planner = new Planner(supergraphSdl);
  const here = planner.plan(planner.operationOf(parse(asked(1).source.replace(/__schema.*/, '}')), undefined));
  const { plan, ms } = await thread.plan(asked(1), 'a');
  expect(plan).toEqual(here);
  expect(ms).toBeGreaterThan(0);
});

test('an operation without a plan is refused as it would be here, and the thread goes on', async () => {
  await expect(thread.plan({ source: '{ it { must } }', operationName: 'Other' }, 'a')).rejects.toThrow('Other');
  expect((await thread.plan(asked(2), 'a')).plan.kind).toBe('QueryPlan');
});

test('a quiet team’s operation is planned in its turn, and beyond fifty that wait a team is refused alone', async () => {
  const order: string[] = [];
  const ask = (team: string, number: number) => thread.plan(asked(number), team).then(() => void order.push(team));
  const many = Array.from({ length: 50 }, (_, number) => ask('loud', number));
  await expect(ask('loud', 50)).rejects.toThrow(PlanningBusy);
  await Promise.all([ask('quiet', 0), ...many]);
  // It follows the one that was planned when it came, and the one whose turn it was.
  expect(order.indexOf('quiet')).toBeLessThanOrEqual(2);
});

test('a thread that ends refuses those that wait, and the next operation starts it again', async () => {
  thread = new PlanningThread(supergraphSdl, { planMsMax: 1 });
  const all = await Promise.allSettled([thread.plan(asked(1), 'a'), thread.plan(asked(2), 'b')]);
  for (const one of all) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(PlanningBusy) });
  const next = new PlanningThread(supergraphSdl);
  await expect(next.plan(asked(1), 'a')).resolves.toMatchObject({ plan: { kind: 'QueryPlan' } });
  await next.close();
  await expect(next.plan(asked(1), 'a')).resolves.toMatchObject({ plan: { kind: 'QueryPlan' } });
  await next.close();
});
