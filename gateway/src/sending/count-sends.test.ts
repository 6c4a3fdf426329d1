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
  ['mutation M { hand { txid } }', 1],
  ['mutation M { __typename }', 0],
  ['mutation M { a: hand { txid } b: hand { txid } }', 2],
  ['mutation M { a: hand { txid } a: hand { state } }', 1],
  ['mutation M($no: Boolean!) { a: hand @include(if: $no) { txid } ... { b: hand { txid } } }', 2],
  ['mutation M { ...F ...F c: hand { txid } } fragment F on Mutation { d: hand { txid } }', 2],
])('%s sends %i', (text, count) => {
  expect(sends(text)).toBe(count);
});

const hex = '04'.repeat(60);

test.each([
  [`mutation { hand(hex: "${hex}") { txid } }`, true],
  [`mutation { ...F } fragment F on Mutation { hand(hex: """${hex}""") { txid } }`, true],
  [`mutation ($hex: String = "${hex}") { hand(hex: $hex) { txid } }`, true],
  ['mutation ($hex: String!) { hand(hex: $hex, chainId: "VRSCTEST") { txid } }', false],
  [`{ decoded(hex: "${hex}") { txid } }`, false],
])('%s holds a transaction: %s', (text, isHeld) => {
  expect(isWrittenOut(parse(text))).toBe(isHeld);
});
