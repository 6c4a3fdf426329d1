import type { ServingEnv } from '@ledgergraph/service-kit/env';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { LoadedRole, RoleKind } from './find-roles.ts';
import { openRoles } from './open-roles.ts';

const ENV = { LOG_LEVEL: 'silent', DRAIN_MS: 0 } as ServingEnv;

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
        context.onDrain(() => void done.push(`${name} drains`));
        context.onStop(async () => void done.push(`${name} stops`));
        await open(env, context);
      },
    },
    ENV,
  ];
}

const open = (roles: [LoadedRole, ServingEnv][], patienceMs?: number) =>
  openRoles(
    new Map(roles),
    false,
    (stopAll) => {
      stop = stopAll;
    },
    patienceMs,
  );

test('all roles drain at once, and then those that clients ask stop before those that they ask', async () => {
  await open([role('fees-indexer', 'indexer'), role('fees-api', 'api'), role('gateway', 'gateway')]);
  await stop();
  expect(done).toEqual([
    'fees-indexer drains',
    'fees-api drains',
    'gateway drains',
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

test('a role whose stop hangs does not keep the others from stopping, and is waited for', async () => {
  let goOn = (): void => {};
  const hanging = role('gateway', 'gateway', async (_env, { onStop }) => {
    onStop(
      () =>
        new Promise((resolve) => {
          goOn = resolve;
        }),
    );
  });
  await open([role('fees-indexer', 'indexer'), role('fees-api', 'api'), hanging], 10);
  const stopped = stop();
  await waitFor(() => done.includes('fees-indexer stops'), { what: 'the stop of the others' });
  expect(done).toContain('fees-api stops');
  expect(done).not.toContain('gateway stops');
  goOn();
  await stopped;
  expect(done.at(-1)).toBe('gateway stops');
});

test('what a role opens after it was asked to stop is stopped at once', async () => {
  let goOn = (): void => {};
  const late = role('fees-api', 'api', async (_env, { onStop }) => {
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    onStop(async () => void done.push('late stops'));
  });
  const opening = open([late]);
  await stop();
  expect(done).not.toContain('late stops');
  goOn();
  await opening;
  expect(done.at(-1)).toBe('late stops');
});
