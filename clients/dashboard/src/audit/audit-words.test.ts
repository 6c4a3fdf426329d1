import { actionWords, detailWords } from './audit-words.ts';

test('an action that has no words yet is readable all the same', () => {
  expect(['key.rotate', 'session.sign_in-failed'].map(actionWords)).toEqual([
    'Rotated an API key',
    'Session sign in failed',
  ]);
});

test('details are named as people would', () => {
  const details = {
    name: 'shop',
    graceSeconds: 0,
    expiresAt: null,
    before: { role: 'member' },
    allowedNetworks: ['10.0.0.0/8', '::1'],
    none: [],
    maySend: true,
  };
  expect(detailWords(details)).toEqual([
    { name: 'name', value: 'shop' },
    { name: 'grace seconds', value: '0' },
    { name: 'before', value: '{"role":"member"}' },
    { name: 'allowed networks', value: '10.0.0.0/8, ::1' },
    { name: 'may send', value: 'yes' },
  ]);
});
