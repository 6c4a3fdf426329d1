import { Systems } from './systems.ts';

const systems = new Systems();
const add = (currencyId: string, systemId: string, parentId: string | null, isGateway = false) =>
  systems.add({ currencyId, systemId, parentId, isGateway });
// A gateway runs on the root, and a currency is mapped beyond it; chains lie below the root, and one below another.
add('gateway', 'root', 'root', true);
add('mapped', 'gateway', 'gateway');
add('child', 'child', 'root');
add('childToken', 'child', 'child');
add('sibling', 'sibling', 'root');
add('siblingToken', 'sibling', 'sibling');
add('grandchild', 'grandchild', 'child');
add('token', 'root', 'root');

test.each([
  ['mapped', 'gateway', 'root', true],
  ['gateway', 'gateway', 'root', true],
  ['childToken', 'child', 'root', true],
  ['child', 'child', 'root', true],
  // The child took them over from the root, which has kept them for it.
  ['mapped', 'child', 'root', false],
  ['gateway', 'child', 'root', false],
  ['siblingToken', 'child', 'root', false],
  ['token', 'child', 'root', false],
  ['root', 'child', 'root', false],
  // They reach the root through the child alone.
  ['grandchild', 'child', 'root', true],
  ['mapped', 'root', 'child', true],
  ['siblingToken', 'root', 'child', true],
  ['token', 'root', 'child', true],
  ['root', 'root', 'child', true],
  ['childToken', 'root', 'child', false],
  ['grandchild', 'root', 'child', false],
  ['mapped', 'grandchild', 'child', false],
  // Undefined here: its chain lies above or below the source.
  ['unknown', 'root', 'child', true],
  ['unknown', 'child', 'root', false],
])('units of %s that come from %s to %s: new %s', (currencyId, sourceId, chainId, isNew) => {
  expect(systems.areMinted(currencyId, sourceId, chainId)).toBe(isNew);
});

test('systems that lie above each other end a search', () => {
  const odd = new Systems();
  odd.add({ currencyId: 'a', systemId: 'a', parentId: 'b', isGateway: false });
  odd.add({ currencyId: 'b', systemId: 'b', parentId: 'a', isGateway: false });
  expect(odd.areMinted('a', 'source', 'chain')).toBe(true);
});
