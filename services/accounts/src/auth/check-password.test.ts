import { findObviousPart } from './check-password.ts';

test.each([
  ['aaaaaaaaaaaa'],
  ['abababababab'],
  ['1234567890'],
  ['0987654321ab'],
  ['password123'],
  ['Password1234!'],
  ['qwertyuiop'],
  ['letmein12345'],
  ['LedgerGraph1'],
  ['abcdefghijkl'],
])('%s is tried first', (password) => {
  expect(findObviousPart(password)).toBeDefined();
});

test.each([
  ['correct horse battery staple'],
  ['tr0ub4dor&3x'],
  ['Zq8-vLm2-Kp'],
  ['ein guter Satz'],
  ['пароль-из-слов'],
  ['1234 stones in the well'],
])('%s passes', (password) => {
  expect(findObviousPart(password)).toBeUndefined();
});

test('facts about a person do not make their password', () => {
  const about = ['Ann Example', 'ann.example@company.org'];
  expect(findObviousPart('annexample', about)).toMatch('name');
  expect(findObviousPart('company-org-ex', about)).toBeUndefined();
  expect(findObviousPart('Example1984', about)).toMatch('name');
  expect(findObviousPart('example-brings-nine-lemons', about)).toBeUndefined();
});

test('a short name does not take single letters out of every password', () => {
  expect(findObviousPart('mandolin-jo-89', ['Jo', 'jo@x.org'])).toBeUndefined();
});
