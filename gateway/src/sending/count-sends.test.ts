import { getOperationAST, parse } from 'graphql';
import { countSends } from './count-sends.ts';
import { isWrittenOut } from './written-out.ts';

function sends(text: string): number {
  const document = parse(text);
  const operation = getOperationAST(document, 'M');
  if (operation == null) throw new Error('no operation M');
  return countSends(document, operation);
}

test.each([
  ['mutation M { sendTransaction { txid } }', 1],
  ['mutation M { __typename }', 0],
  ['mutation M { a: sendTransaction { txid } b: sendTransaction { txid } }', 2],
  ['mutation M { a: sendTransaction { txid } a: sendTransaction { state } }', 1],
  [
    'mutation M($no: Boolean!) { a: sendTransaction @include(if: $no) { txid } ... { b: sendTransaction { txid } } }',
    2,
  ],
  ['mutation M { ...F ...F c: sendTransaction { txid } } fragment F on Mutation { d: sendTransaction { txid } }', 2],
])('%s sends %i', (text, count) => {
  expect(sends(text)).toBe(count);
});

const hex = '04'.repeat(60);

test.each([
  [`mutation { sendTransaction(hex: "${hex}") { txid } }`, true],
  [`mutation { ...F } fragment F on Mutation { sendTransaction(hex: """${hex}""") { txid } }`, true],
  [`mutation ($hex: String = "${hex}") { sendTransaction(hex: $hex) { txid } }`, true],
  ['mutation ($hex: String!) { sendTransaction(hex: $hex, chainId: "VRSCTEST") { txid } }', false],
  [`{ decoded(hex: "${hex}") { txid } }`, false],
])('%s holds a transaction: %s', (text, isHeld) => {
  expect(isWrittenOut(parse(text))).toBe(isHeld);
});
