import { encodeAddress } from './address.ts';
import { identityAddressOf } from './name.ts';
import { bindableId, bindVdxfId, destinationId, iAddress, readHash, readVdxfId, reversedHex } from './vdxf.ts';

const keyOf = (text: string, rootName = 'VRSC') => {
  const found = readVdxfId(text, rootName);
  return found && { ...found, id: iAddress(found.id), parent: iAddress(found.parent) };
};
const VRSC = identityAddressOf(['VRSC']);

// Keys that the daemon of a real chain prints, or that its sources name.
test.each([
  ['vrsc::system.currency.export', 'iLY9mLpjMHy94rcJk4roxoNgRLSqhJeHFz'],
  ['vrsc::identity.multimapremove', 'i5Zkx5Z7tEfh42xtKfwbJ5LgEWE9rEgpFY'],
  ['vrsc::data.type.string', 'iK7a5JNJnbeuYWVHCDRpJosj3irGJ5Qa8c'],
])('%s is one key, whatever chain asks, and in any case', (text, id) => {
  const key = { id, parent: VRSC, parentKind: 'namespace' };
  expect(keyOf(text)).toEqual({ ...key, name: text });
  expect(keyOf(text, 'VRSCTEST')).toEqual({ ...key, name: text });
  expect(keyOf(text.toUpperCase())).toEqual({ ...key, name: text.toUpperCase() });
  expect(keyOf(`${VRSC}::${text.slice(6)}.VRSC`)?.id).toBe(id);
});

test('a key without a namespace is in that of the root', () => {
  expect(keyOf('system.currency.export')?.id).toBe('iLY9mLpjMHy94rcJk4roxoNgRLSqhJeHFz');
  expect(keyOf('system.currency.export', 'VRSCTEST')).toMatchObject({ parent: identityAddressOf(['VRSCTEST']) });
  expect(keyOf('shop.alice.VRSC::order')?.parent).toBe(identityAddressOf(['shop', 'alice', 'VRSC']));
  // A namespace has no implicit root.
  expect(keyOf('alice::order')?.parent).toBe(identityAddressOf(['alice']));
});

test('a name, an i-address and an address of Ethereum stand for themselves', () => {
  const alice = identityAddressOf(['alice', 'VRSC']);
  const parentKind = 'parentid';
  expect(keyOf('Shop.alice@')).toEqual({
    id: identityAddressOf(['shop', 'alice', 'VRSC']),
    parent: alice,
    name: 'Shop',
    parentKind,
  });
  expect(keyOf(alice)).toEqual({ id: alice, parent: VRSC, name: alice, parentKind });
  expect(keyOf('VRSC@')).toMatchObject({ id: VRSC, parent: 'i3UXS5QPRQGNRDDqVnyWTnmFCTHDbzmsYk' });
  const contract = `0x${'0a'.repeat(19)}ff`;
  expect(keyOf(contract)).toMatchObject({
    name: contract,
    parentKind: 'currencyaddresstype',
    parent: identityAddressOf(['veth', 'VRSC']),
  });
  expect(reversedHex(readVdxfId(contract, 'VRSC')?.id ?? new Uint8Array())).toBe(`ff${'0a'.repeat(19)}`);
});

test.each(['a*b', 'a..b', '', 'a@b@c', ' a', 'vrsc::'])('%j is no key', (text) => {
  expect(keyOf(text)).toBeUndefined();
});

test('a destination is an i-address, or a name with its @', () => {
  const read = (text: string) => destinationId(text, 'VRSC');
  expect(['alice', 'RKZkmNUHyeif2okpjZ1zcizbEx75dCkyMy', 'a@b@c', 'a/b@'].map(read)).toEqual(Array(4).fill(undefined));
  const alice = identityAddressOf(['alice', 'VRSC']);
  expect(['alice@', 'ALICE.vrsc@', alice].map((text) => iAddress(read(text) ?? new Uint8Array(20)))).toEqual(
    Array(3).fill(alice),
  );
  expect(iAddress(bindableId('alice', 'VRSC') ?? new Uint8Array(20))).toBe(alice);
  expect(bindableId('', 'VRSC')).toBeUndefined();
  expect(bindableId('vrsc::data.type.string', 'VRSC')).toEqual(readVdxfId('vrsc::data.type.string', 'VRSC')?.id);
});

// The daemon's own index addresses of an identity: its outputs, and those that it can revoke or recover.
test('what is bound to an identity is what the daemon binds', () => {
  const id = destinationId('iRM7XaoDAaNtzZZTUshZaLBTiVYms6r7ar', 'VRSCTEST') ?? new Uint8Array(20);
  const indexOf = (text: string) =>
    encodeAddress('INDEX', bindVdxfId(readVdxfId(text, 'VRSCTEST')?.id ?? new Uint8Array(20), { key: id }));
  expect(encodeAddress('INDEX', bindVdxfId(id, { index: 14 }))).toBe('xEvSXzThTPhMmDmtvKPvZSskzKn2mcnAWx');
  expect(indexOf('vrsc::system.identity.revocationkey')).toBe('xSKih8vmzL4Do7afuiwKv2ZBgAWn7m3r1m');
  expect(indexOf('vrsc::system.identity.recoverykey')).toBe('xGVdf46qam8ZGP5TCykLcQ6FWACQFyumRM');
});

test('each form of what is bound gives another key, and a hash is read as the daemon reads it', () => {
  const id = readVdxfId('vrsc::data.type.string', 'VRSC')?.id ?? new Uint8Array(20);
  const key = bindableId('alice', 'VRSC');
  const hash = readHash('0x01');
  expect(reversedHex(hash ?? new Uint8Array())).toBe(`${'0'.repeat(62)}01`);
  expect([readHash(''), readHash('xyz'), readHash('00')]).toEqual([undefined, undefined, undefined]);
  const forms = [{ key }, { key, hash }, { key, hash, index: 0 }, { hash }, { hash, index: -1 }, { index: 1 }];
  expect(new Set(forms.map((bound) => iAddress(bindVdxfId(id, bound)))).size).toBe(forms.length);
});
