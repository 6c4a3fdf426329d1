import { hex } from '@ledgergraph/chain-kit/hex';
import { readStreamedBlocks, readStreamedOrphans } from '@ledgergraph/test-kit/streamed-blocks';
import { type OpenService, openService } from './open-service.ts';

const CHAIN = 'vrsctest-a';
const main = readStreamedBlocks(CHAIN);
const orphans = readStreamedOrphans(CHAIN)[0]?.blocks ?? [];
const FORK = 412;
const IMPORTING = 253;

let service: OpenService;

beforeAll(async () => {
  service = await openService();
  await service.apply(CHAIN, main.slice(0, FORK + 1));
  await service.apply(CHAIN, orphans);
});
afterAll(() => service.close());

async function readImports(block: (typeof main)[number] | undefined, cursor: string | null, pin = main[0]) {
  if (block === undefined || pin === undefined) throw new Error('no such block');
  const query = `query ($keys: [_Any!]!, $cursor: String) { _entities(representations: $keys) { ... on Block {
    imports(limit: 1, cursor: $cursor) { nextCursor imports { txid } } } } }`;
  const keys = [{ __typename: 'Block', chainId: block.chainId, hash: hex(block.hash) }];
  const { data, errors } = await service.ask(query, { keys, cursor }, `${pin.chainId}:${pin.height}:${hex(pin.hash)}`);
  return { errors: errors?.map(({ extensions }) => extensions.code), ...data?._entities?.[0]?.imports };
}

test('the imports of a block can be walked on while that block stays, and not when it has left', async () => {
  const old = orphans.at(-1);
  const held = await readImports(main[IMPORTING], null, old);
  expect(held).toMatchObject({ errors: undefined, imports: [{}], nextCursor: expect.any(String) });
  await service.revert(CHAIN, FORK);
  await service.apply(CHAIN, main.slice(FORK + 1, FORK + 9));
  const tip = main[FORK + 8];
  const onward = await readImports(main[IMPORTING], held.nextCursor, tip);
  expect(onward).toMatchObject({ errors: undefined, imports: [{}] });
  expect(onward.imports).not.toEqual(held.imports);

  await service.revert(CHAIN, IMPORTING - 1);
  const left = await readImports(main[IMPORTING], held.nextCursor, main[IMPORTING - 1]);
  expect(left.errors).toEqual(['CHAIN_REORGANIZED']);
});
