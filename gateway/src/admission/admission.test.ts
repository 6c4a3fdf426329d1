import type { KnownKey } from '#/auth/key-answer.ts';
import type { Call } from '#/calls/call-tracker.ts';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';
import { Admission, type AdmissionOptions, bytesOfStream } from './admission.ts';
import type { Caller } from './callers.ts';
import { Refused } from './refused.ts';

const admission = new Admission({
  authenticator: {},
  planning: { take: () => ({ team: '', charge: () => {} }) },
  streamsPerKeyMax: 1_000_000,
  graph: () => ({ operations: { knows: () => true }, events: { knows: () => true } }),
} as unknown as AdmissionOptions);

function openOf(teamId: string, asked: { query: string; variables: Record<string, unknown> }) {
  const key = { id: teamId, teamId, personId: null, plan: { streamsPerKey: null } } as unknown as KnownKey;
  return admission.admitStream({ key, dismiss: () => {} } as unknown as Call, {} as Caller, asked);
}

test('a team’s open streams hold a bounded number of bytes: those that name many addresses are fewer', () => {
  const asked = {
    query: 'subscription',
    variables: { addresses: Array.from({ length: 1_000 }, () => 'R'.repeat(34)) },
  };
  const fit = Math.floor(MEMORY_BOUNDS.openStreams / 2 / bytesOfStream(asked));
  const passes = Array.from({ length: fit }, () => openOf('a', asked));
  expect(passes.filter((pass) => pass instanceof Refused)).toEqual([]);
  expect(openOf('a', asked)).toMatchObject({ code: 'RATE_LIMITED' });
  expect(openOf('b', asked)).not.toBeInstanceOf(Refused);
  const [first] = passes;
  if (first === undefined || first instanceof Refused) throw new Error('it was refused');
  first.giveBack();
  first.giveBack();
  expect(openOf('a', asked)).not.toBeInstanceOf(Refused);
  expect(openOf('a', asked)).toBeInstanceOf(Refused);
});
