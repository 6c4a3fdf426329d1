import { emailProblem, passwordProblem } from './password-rules.ts';

test.each([
  ['', 'At least 10 characters'],
  ['123456789', 'At least 10 characters'],
  ['1234567890', null],
  ['x'.repeat(128), null],
  ['x'.repeat(129), 'At most 128 characters'],
])('the password %j', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem);
});

test.each([
  ['', 'Enter your e-mail address'],
  ['  ', 'Enter your e-mail address'],
  ['ann', 'This is not an e-mail address'],
  ['ann@', 'This is not an e-mail address'],
  ['ann example@x.org', 'This is not an e-mail address'],
  [' ann@example.org ', null],
])('the address %j', (email, problem) => {
  expect(emailProblem(email)).toBe(problem);
});
