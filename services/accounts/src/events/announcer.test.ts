import { createAnnouncer } from './announcer.ts';

function setUp(isThere: boolean) {
  const published: unknown[] = [];
  const warnings: unknown[] = [];
  const bus = {
    publishConfirmed: async (...event: unknown[]) => {
      published.push([event[0], event[2]]);
      return isThere;
    },
  };
  const logger = { warn: (...given: unknown[]) => warnings.push(given[0]) };
  return { announcer: createAnnouncer(bus, logger as never), published, warnings };
}

test('gateways hear which key, or which team, has changed', async () => {
  const { announcer, published, warnings } = setUp(true);
  await announcer.keyChanged(Uint8Array.of(7));
  await announcer.teamChanged('t');
  expect(published).toEqual([
    ['accounts.v1.key-changed', { keyHash: Uint8Array.of(7) }],
    ['accounts.v1.team-changed', { teamId: 't' }],
  ]);
  expect(warnings).toEqual([]);
});

test('with the bus away nothing fails, and the log names what could not be announced', async () => {
  const { announcer, warnings } = setUp(false);
  await announcer.keyChanged(Uint8Array.of(7));
  await announcer.teamChanged('t');
  expect(warnings).toEqual([{ event: 'key-changed' }, { event: 'team-changed' }]);
});
