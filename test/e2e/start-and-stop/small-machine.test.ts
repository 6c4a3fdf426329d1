import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { postOperation } from '@ledgergraph/test-kit/client';
import { makeDataFolder } from '@ledgergraph/test-kit/stack';
import { MemoryGroup } from '../../experiments/larger-than-memory/memory-group.ts';
import { NpmStart } from './npm-start.ts';

/** 2 GB, less a quarter for the system; page cache counts. */
const LIMIT_MIB = 1_536;

const QUERIES = [
  '{ networks { name } block(height: 100) { txCount } }',
  '{ identities(limit: 5) { totalCount } }',
  '{ currencies(limit: 5) { totalCount } }',
  '{ richList(limit: 5) { totalCount } }',
  '{ conversions(limit: 5) { hasMore } }',
  '{ statistics(interval: HOUR, limit: 5) { statistics { blocks } } }',
];

function createGroup(): MemoryGroup | undefined {
  try {
    return MemoryGroup.create(`ledgergraph-small-${process.pid}`, LIMIT_MIB);
  } catch {
    return undefined;
  }
}

const group = createGroup();
/** Without control groups memory cannot be limited. */
const testWhereMemoryIsLimited = group === undefined ? test.skip : test;

let one: NpmStart | undefined;
let dataDir = '';

afterAll(async () => {
  one?.killAll();
  await one?.waitUntilGone();
  group?.[Symbol.dispose]();
  await rm(dataDir, { recursive: true, force: true });
});

testWhereMemoryIsLimited(
  'on a machine of 2 GB everything runs with both recorded chains, no process ends, and every area answers',
  async () => {
    dataDir = await makeDataFolder(true);
    const port = await findFreePort();
    one = new NpmStart(['--data', dataDir, '--port', String(port)]);
    group?.add(one.pid);
    await one.waitForOutput(/Ctrl-C stops everything/);
    const keys = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')) as { live: string; test: string };
    for (const query of QUERIES) {
      for (const key of [keys.live, keys.test]) {
        const { data, errors } = await postOperation(`http://127.0.0.1:${port}`, key, query);
        expect([query, errors, Object.values(data).includes(null)]).toEqual([query, [], false]);
      }
    }
    await one.waitForOutput(/VRSCTEST +block \d+/);
    expect(one.output).not.toContain('starting it again');
    one.signal('SIGTERM');
    expect(await one.ended()).toBe(0);
    expect(group?.peakBytes).toBeLessThanOrEqual(LIMIT_MIB * 1024 * 1024);
  },
  300_000,
);
