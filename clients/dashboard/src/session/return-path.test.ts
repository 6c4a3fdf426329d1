import { returnPath, withReturn } from './return-path.ts';

test.each([
  ['', '/'],
  ['?next=/teams/ann/keys', '/teams/ann/keys'],
  ['?next=%2Finvitations%2F7%3Fa%3D1', '/invitations/7?a=1'],
  ['?next=https://elsewhere.example/', '/'],
  ['?next=//elsewhere.example/', '/'],
  ['?next=/\\elsewhere.example/', '/'],
  ['?next=/%09/elsewhere.example/', '/'],
  ['?next=javascript:alert(1)', '/'],
  ['?next=https://[', '/'],
  ['?next=/sign-in?next=/', '/'],
])('after signing in, %j leads to %s', (search, path) => {
  expect(returnPath(search)).toBe(path);
});

test('the start needs no mention', () => {
  expect([withReturn('/sign-in', '/'), withReturn('/sign-up', '/invitations/7?a=1')]).toEqual([
    '/sign-in',
    '/sign-up?next=%2Finvitations%2F7%3Fa%3D1',
  ]);
});
