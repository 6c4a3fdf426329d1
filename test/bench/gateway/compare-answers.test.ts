import { compareAnswers } from './compare-answers.ts';

test('equal data is the same answer, whatever else stands beside it', () => {
  expect(compareAnswers('{"data":{"a":["1"]},"extensions":{"chain":[]}}', '{"data":{"a":["1"]}}')).toBeUndefined();
});

test('another value, and an error on either side, is not', () => {
  expect(compareAnswers('{"data":{"a":1}}', '{"data":{"a":"1"}}')).toMatch('differently');
  expect(compareAnswers('{"data":{}}', '{"data":{},"errors":[{"message":"no such block"}]}')).toMatch('no such block');
});
