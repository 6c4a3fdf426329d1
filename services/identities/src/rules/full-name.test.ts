import { friendlyName, fullyQualifiedName } from './full-name.ts';

test.each([
  ['VRSC', '', 'VRSC@', 'VRSC@'],
  ['alice', 'VRSC', 'alice.VRSC@', 'alice.VRSC@'],
  ['shop', 'alice.VRSC', 'shop.alice@', 'shop.alice.VRSC@'],
  ['x', 'shop.alice.VRSC', 'x.shop.alice@', 'x.shop.alice.VRSC@'],
])('%s under %j', (name, parentPath, friendly, full) => {
  expect([friendlyName(name, parentPath), fullyQualifiedName(name, parentPath)]).toEqual([friendly, full]);
});
