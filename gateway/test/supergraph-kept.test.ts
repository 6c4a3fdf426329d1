import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyPair } from '@ledgergraph/service-kit/signature';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { GatewayStand } from './gateway-stand.ts';
import { compose, keys, signed } from './signed-supergraph.ts';
import { type SupergraphContent, SupergraphFolder } from './supergraph-folder.ts';

const v1 = compose();
const v2 = compose('\nextend type Block { "New." motto: String }');
const OLD_IS_REFUSED = 'its serial 5 is below';

let dir: string;
let folder: SupergraphFolder;
let keptFile: string;
const stands: GatewayStand[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'supergraph-kept-'));
  await writeFile(join(dir, 'keys.pem'), keys.publicKey);
  folder = new SupergraphFolder(await mkdtemp(join(dir, 'mounted-')));
  keptFile = join(dir, 'kept', 'supergraph.json');
  await mkdir(join(dir, 'kept'));
});
afterEach(async () => {
  for (const stand of stands.splice(0)) await stand.stop();
  await rm(dir, { recursive: true });
});

async function start(content: SupergraphContent): Promise<GatewayStand> {
  await folder.write(content);
  const stand = new GatewayStand({
    supergraph: {
      SUPERGRAPH_FILE: folder.file,
      SUPERGRAPH_PUBLIC_KEY_FILE: join(dir, 'keys.pem'),
      SUPERGRAPH_KEPT_FILE: keptFile,
    },
  });
  // One that does not start has to be stopped too.
  stands.push(stand);
  await stand.start();
  return stand;
}

async function restart(content: SupergraphContent): Promise<GatewayStand> {
  await stands.pop()?.stop();
  return start(content);
}

const hasMotto = async (stand: GatewayStand): Promise<boolean> =>
  (await stand.query('{ __type(name: "Block") { fields { name } } }')).text.includes('"motto"');
const linesWith = (stand: GatewayStand, text: string) => stand.logLines.filter((line) => line.includes(text));

test('an older signed supergraph that is played again after a restart is refused, and the kept one answers', async () => {
  const first = await start(signed(v1, 5));
  expect(await hasMotto(first)).toBe(false);
  await folder.write(signed(v2, 7));
  await waitFor(() => first.supergraphs.numbers().serial === 7, { what: 'serial 7' });

  const second = await restart(signed(v1, 5));
  expect(second.supergraphs.numbers().serial).toBe(7);
  expect(await hasMotto(second)).toBe(true);
  await waitFor(() => linesWith(second, OLD_IS_REFUSED).length === 1, { what: 'the refusal' });

  await folder.write(signed(v1, 8));
  await waitFor(() => second.supergraphs.numbers().serial === 8, { what: 'serial 8' });
  const third = await restart(signed(v2, 7));
  expect(third.supergraphs.numbers().serial).toBe(8);
  expect(await hasMotto(third)).toBe(false);
});

test('the same supergraph is taken again, and a newer one at once', async () => {
  await start(signed(v1, 5));
  const again = await restart(signed(v1, 5));
  expect(again.supergraphs.numbers()).toEqual({ serial: 5, taken: 0, refused: 0 });
  const newer = await restart(signed(v2, 6));
  expect(newer.supergraphs.numbers()).toEqual({ serial: 6, taken: 0, refused: 0 });
});

test('a new one that cannot be used does not keep a gateway from starting with the kept one', async () => {
  await start(signed(v1, 5));
  const lacking = await restart(signed(v2.replaceAll('blockTimeSeconds', 'blockTime'), 6));
  expect(lacking.supergraphs.numbers().serial).toBe(5);
  const unsigned = await restart({ sdl: v2 });
  expect(unsigned.supergraphs.numbers().serial).toBe(5);
});

test('a kept supergraph counts only if its signature holds', async () => {
  await start(signed(v1, 5));
  const kept = JSON.parse(await readFile(keptFile, 'utf8'));
  await stands.pop()?.stop();
  const stranger = signed(v2, 9, { key: createKeyPair().privateKey });
  for (const bad of [
    'no JSON',
    JSON.stringify({ ...kept, sdl: v2 }),
    JSON.stringify({ ...stranger, manifest: stranger.manifest?.toString('base64') }),
  ]) {
    await writeFile(keptFile, bad);
    const stand = await start(signed(v1, 5));
    expect(stand.supergraphs.numbers().serial).toBe(5);
    expect(await hasMotto(stand)).toBe(false);
    await stands.pop()?.stop();
  }
});

test('a serial counts, though its supergraph has a subgraph without a known address', async () => {
  const mottos = { name: 'mottos', sdl: 'type Query { "All." motto: String }' };
  const away = { mottos: 'http://127.0.0.1:1' };
  await start(signed(compose('', [mottos]), 7, { urls: away }));
  const { manifest, ...files } = signed(compose('', [mottos]), 7, { urls: { mottos: 'http://169.254.169.254' } });
  await stands.pop()?.stop();
  await writeFile(keptFile, JSON.stringify({ ...files, manifest: manifest?.toString('base64') }));
  await expect(start(signed(v1, 5))).rejects.toThrow(OLD_IS_REFUSED);
});

test('a gateway does not start where it could keep nothing; a disk that is full later costs a log line', async () => {
  await rm(join(dir, 'kept'), { recursive: true });
  await expect(start(signed(v1, 5))).rejects.toThrow('ENOENT');
  await mkdir(join(dir, 'kept'));
  const stand = await restart(signed(v1, 5));
  await rm(join(dir, 'kept'), { recursive: true });
  await folder.write(signed(v2, 6));
  await waitFor(() => stand.supergraphs.numbers().serial === 6, { what: 'serial 6' });
  expect(linesWith(stand, 'the supergraph could not be kept')).toHaveLength(1);
});
