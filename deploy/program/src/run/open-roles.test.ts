import type { ServingEnv } from '@ledgergraph/service-kit/env';
import type { LoadedRole, RoleKind } from './find-roles.ts';
import { openRoles } from './open-roles.ts';

const ENV = { LOG_LEVEL: 'silent' } as ServingEnv;

let done: string[];
let stop: () => Promise<void>;
beforeEach(() => {
  done = [];
});

function role(
  name: string,
  kind: RoleKind,
  open: LoadedRole['open'] = async () => undefined,
): [LoadedRole, ServingEnv] {
  const loaded = { name, service: name, kind, file: '', env: undefined as unknown as LoadedRole['env'] };
  return [
    {
      ...loaded,
      open: async (env, context) => {
        context.onLeave(() => void done.push(`${name} leaves`));
        context.onStop(async () => void done.push(`${name} stops`));
        await open(env, context);
      },
    },
    ENV,
  ];
}

const open = (roles: [LoadedRole, ServingEnv][]) =>
  openRoles(new Map(roles), false, (stopAll) => {
    stop = stopAll;
  });

test('all roles leave at once, and then those that clients ask stop before those that they ask', async () => {
  await open([role('fees-indexer', 'indexer'), role('fees-api', 'api'), role('gateway', 'gateway')]);
  await stop();
  expect(done).toEqual([
    'fees-indexer leaves',
    'fees-api leaves',
    'gateway leaves',
    'gateway stops',
    'fees-api stops',
    'fees-indexer stops',
  ]);
});

test('a role that cannot start is named, and the others can be stopped', async () => {
  const failing = role('mail-api', 'api', async () => Promise.reject(new Error('no mail')));
  await expect(open([role('fees-api', 'api'), failing])).rejects.toMatchObject({
    message: 'mail-api could not start',
    cause: expect.objectContaining({ message: 'no mail' }),
  });
  await stop();
  expect(done).toContain('fees-api stops');
});
