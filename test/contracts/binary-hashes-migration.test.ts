import { readdirSync } from 'node:fs';
import { findAppliedAtHeight, findAppliedByHash } from '@ledgergraph/chain-kit/chain/applied-blocks';
import { advanceCursor, findCursor, rewindCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { inRepository } from '@ledgergraph/local/repository';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { createTestDatabase } from '@ledgergraph/test-kit/database';

const NAME = /_binary_hashes$/;
const [MAIN, LEFT] = ['iMain', 'iLeft'];
const LAST_TIME = 4_294_967_295;
const REMOVED_AT = '2026-11-20 10:11:12.123456+00';
const hashOf = (byte: string): string => byte.repeat(32);

/** As the version before wrote them. The chain that was left has no cursor any more. */
const ROWS = `
  INSERT INTO applied_block (chain_id, height, hash, time, serial, removed_at)
       VALUES ('${MAIN}', 0, '${hashOf('00')}', 1, -9223372036854775808, NULL),
              ('${MAIN}', 1, '${hashOf('11')}', 2, 9223372036854775807, NULL),
              ('${MAIN}', 1, '${hashOf('1e')}', 3, 7, '${REMOVED_AT}'),
              ('${MAIN}', 2, '${hashOf('af')}', ${LAST_TIME}, 8, NULL),
              ('${MAIN}', 2, '${hashOf('2e')}', 4, 9, '${REMOVED_AT}'),
              ('${LEFT}', 0, '${hashOf('11')}', 5, 10, '${REMOVED_AT}');
  INSERT INTO sync_cursor (chain_id, height, hash) VALUES ('${MAIN}', 2, '${hashOf('af')}')`;

const APPLIED = `
  SELECT chain_id, height, encode(hash, 'hex') AS hash, time::bigint::text AS time, serial::text
    FROM applied_block LEFT JOIN chain ON chain.id = chain ORDER BY chain_id, height`;
const REMOVED = `
  SELECT chain_id, height, encode(hash, 'hex') AS hash, time::bigint::text AS time, removed_at = '${REMOVED_AT}' AS same
    FROM removed_block LEFT JOIN chain ON chain.id = chain ORDER BY chain_id, height`;

test.each(['blocks', 'identities', 'currencies', 'addresses'])(
  'the applied and the removed blocks of %s stay what they were when their rows become binary, and its chain goes on',
  async (service) => {
    await using cleanup = new AsyncDisposableStack();
    const migrationsDir = inRepository('services', service, 'prisma', 'migrations');
    const all = readdirSync(migrationsDir)
      .filter((name) => /^\d/.test(name))
      .sort();
    const place = all.findIndex((name) => NAME.test(name));
    const database = await createTestDatabase({ service, migrations: all.slice(0, place) });
    cleanup.defer(() => database.drop());
    const db = openWriter(database.url);
    cleanup.defer(() => db.$disconnect());
    for (const sql of ROWS.split(';')) await db.$executeRawUnsafe(sql);

    await applyMigrations({ databaseUrl: database.url, migrationsDir });
    const main = (height: number, hash: string, time: number, serial: string) => ({
      ...{ chain_id: MAIN, height, hash: hashOf(hash), time: `${time}`, serial },
    });
    expect(await db.$queryRawUnsafe(APPLIED)).toEqual([
      main(0, '00', 1, '-9223372036854775808'),
      main(1, '11', 2, '9223372036854775807'),
      main(2, 'af', LAST_TIME, '8'),
    ]);
    expect(await db.$queryRawUnsafe(REMOVED)).toEqual([
      { chain_id: LEFT, height: 0, hash: hashOf('11'), time: '5', same: true },
      { chain_id: MAIN, height: 1, hash: hashOf('1e'), time: '3', same: true },
      { chain_id: MAIN, height: 2, hash: hashOf('2e'), time: '4', same: true },
    ]);

    expect(await findAppliedByHash(db, LEFT, hashOf('11'))).toMatchObject({ height: 0, removed: true });
    expect(await findAppliedByHash(db, MAIN, hashOf('11'))).toMatchObject({ height: 1, removed: false });
    const tip = { height: 2, hash: hashOf('af') };
    await db.$transaction(async (tx) => {
      await rewindCursor(tx, MAIN, tip, 0);
      const back = ['1e', '2e'].map((byte, index) => ({ height: index + 1, hash: hashOf(byte), time: index + 3 }));
      await advanceCursor(tx, MAIN, await findCursor(tx, MAIN), back);
    });
    expect(await findAppliedAtHeight(db, MAIN, 2)).toMatchObject({ height: 2, hash: hashOf('2e') });
    expect(await findAppliedByHash(db, MAIN, tip.hash)).toEqual({ ...tip, removed: true });
    expect(await db.$queryRawUnsafe(`SELECT height FROM removed_block ORDER BY height, hash`)).toEqual(
      [0, 1, 2].map((height) => ({ height })),
    );
  },
);
