import { describeWarning } from './describe-warning.ts';

const fine = '{"level":30,"msg":"following"}';
const warning = '{"level":40,"msg":"VRSC: the node refuses user and password"}';

test('the newest line counts: a warning that is over is not shown', () => {
  expect(describeWarning(`${fine}\n${warning}\n`)).toBe('VRSC: the node refuses user and password');
  expect(describeWarning(`${warning}\n${fine}\n`)).toBeUndefined();
});

test('a line that is not whole, or nothing at all, is no warning', () => {
  expect(describeWarning('"level":40}')).toBeUndefined();
  expect(describeWarning('')).toBeUndefined();
});
