import { findRemoteCalls } from './check-transactions.ts';
import { writeTree } from './fixture-tree.ts';

const MANIFESTS = {
  'package.json': '{"name":"tree"}',
  'packages/kit/package.json': '{"name":"@x/kit"}',
  'services/a/package.json': '{"name":"@x/a","imports":{"#/*":"./src/*"}}',
};

async function find(files: Record<string, string>): Promise<string[]> {
  await using tree = await writeTree({ ...MANIFESTS, ...files });
  return await findRemoteCalls(tree.root);
}

const inTransaction = (body: string, before = '') => ({
  'services/a/src/x.ts': `${before}\nexport const run = (deps) => deps.db.$transaction(async (tx) => { ${body} });`,
});

/** As accounts once had it: a webhook was changed while its record was written. */
const ORIGINAL = {
  'services/a/src/manage.ts': `
    export async function createEndpoint(deps: Deps, actor: Actor, teamId: string) {
      const client = deps.webhooks();
      const create = async () => {
        const { endpoint, secret } = await client.createEndpoint({ teamId });
        return { endpoint, secret };
      };
      return await onRecord(deps, actor, { action: 'webhook.create', teamId }, create);
    }
    export function sendTestEvent(deps: Deps, actor: Actor, place: Place) {
      const service = deps.webhooks();
      return onRecord(deps, actor, entryOf('webhook.test', place), () => service.sendTestEvent(place));
    }
    export async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
      return await answer;
    }
    function onRecord<Done>({ db }: Deps, actor: Actor, entry: Entry, act: () => Promise<Done>): Promise<Done> {
      return db.$transaction(async (tx) => {
        await recordAudit(tx, actor, entry);
        return asked(act());
      });
    }`,
};

test('finds the calls that accounts made while a transaction was open, through the function that is handed over', async () => {
  expect(await find(ORIGINAL)).toEqual([
    expect.stringMatching(/manage\.ts: \$transaction → act, given in .* → create → client\.createEndpoint$/),
    expect.stringMatching(/manage\.ts: \$transaction → act, given in .* → service\.sendTestEvent$/),
  ]);
});

test.each([
  ['fetch', "await fetch('http://x')", 'fetch'],
  ['a client', 'await deps.client.lease({})', 'deps.client.lease'],
  ['what a function returns', 'await deps.webhooks().listEndpoints({})', 'deps.webhooks.listEndpoints'],
  ['a member that may be absent', 'await deps.mailer?.send(mail)', 'deps.mailer.send'],
  ['a private member', 'await this.#deps.node.readPool(tx)', 'this.deps.node.readPool'],
  ['a message', 'await bus.publishConfirmed(subject, bytes)', 'bus.publishConfirmed'],
  ['an announcement', 'await Promise.all(hashes.map((hash) => announcer.keyChanged(hash)))', 'announcer.keyChanged'],
  ['a function that is handed in', 'publishWanted(teamId)', 'publishWanted'],
  ['an argument', 'await store(tx, await gateway.ask(query))', 'gateway.ask'],
  ['a loop', 'for await (const event of client.watch({})) await store(tx, event)', 'client.watch'],
])('finds a call of another process: %s', async (_what, body, call) => {
  expect(await find(inTransaction(body))).toEqual([expect.stringContaining(`$transaction → ${call}`)]);
});

test('finds what a module of others calls, and what its own functions make', async () => {
  const undici = "import { request as post } from 'undici';";
  expect(await find(inTransaction('await post(url)', undici))).toEqual([expect.stringContaining('→ post')]);
  const made = 'const service = createClient(Service, transport);';
  expect(await find(inTransaction('await service.lease({})', made))).toEqual([
    expect.stringContaining('service.lease'),
  ]);
});

test('follows functions of other files and workspaces, and methods', async () => {
  const faults = await find({
    'services/a/src/x.ts': `import { step } from './y.ts';
      export const run = (db) => db.$transaction(async (tx) => step(tx));
      class Worker { run(db) { return db.$transaction((tx) => this.#work(tx)); } #work(tx) { return mailer.send(tx); } }`,
    'services/a/src/y.ts': "import { deep } from '@x/kit/z'; export async function step(tx) { await deep(tx); }",
    'packages/kit/src/z.ts': 'export const deep = async (tx) => { await sender.send(tx); };',
  });
  expect(faults).toEqual([
    'services/a/src/x.ts: $transaction → step → deep → sender.send',
    'services/a/src/x.ts: $transaction → work → mailer.send',
  ]);
});

test('follows a function that is given by its name, as a member, and from another file', async () => {
  const faults = await find({
    'services/a/src/hold.ts': `export const hold = (db, { work }) => db.$transaction(work);
      export const keep = (db, work) => db.$transaction((tx) => work(tx));`,
    'services/a/src/x.ts': `import { hold, keep as kept } from '#/hold.ts';
      const ask = () => client.ask({});
      export const run = (db) => hold(db, { work: async () => fetch('http://x') });
      export const go = (db) => kept(db, ask);`,
  });
  expect(faults).toEqual([
    expect.stringContaining('→ ask → client.ask'),
    expect.stringMatching(/→ work, given in services\/a\/src\/x\.ts → fetch$/),
  ]);
});

test('the database, what is done before or after, tests, and circles of functions are no fault', async () => {
  const faults = await find({
    ...inTransaction(
      'await tx.gateway.create({}); await deps.db.client.count(); again(tx);',
      'const again = (tx) => again(tx);',
    ),
    'services/a/src/y.ts': `export async function run(db) {
      const answer = await client.ask({});
      await db.$transaction(async (tx) => tx.row.create({ data: answer }));
      await announcer.keyChanged(answer);
    }`,
    'services/a/test/z.test.ts': "db.$transaction(async () => fetch('http://x'));",
  });
  expect(faults).toEqual([]);
});
