import { listForgeries } from '@ledgergraph/test-kit/forgeries';
import { listAudit } from '#/audit/list-audit.ts';
import { recordAudit } from '#/audit/record-audit.ts';
import { ListCursor } from '#/db/list-cursor.ts';
import { type AccountsFixture, operator, startAccounts } from './accounts-fixture.ts';

let accounts: AccountsFixture;
beforeAll(async () => {
  accounts = await startAccounts();
});
afterAll(() => accounts.stop());

const cursors = new ListCursor('a secret for tests only', 'audit team');

async function walk(options: { teamId?: string; limit: number }): Promise<(string | null)[][]> {
  const pages: (string | null)[][] = [];
  let cursor: string | undefined;
  do {
    const after = cursor === undefined ? undefined : cursors.read(cursor);
    const { entries, next } = await listAudit(accounts.db, { ...options, after });
    pages.push(entries.map(({ subjectId }) => subjectId));
    cursor = next === null ? undefined : cursors.write(next);
  } while (cursor !== undefined);
  return pages;
}

test('the record is walked page by page, newest first, each entry once, also those of one moment', async () => {
  const moments = ['2030-01-01', '2030-01-03', '2030-01-02', '2030-01-02', '2030-01-02'];
  for (const [index, at] of moments.entries()) {
    await recordAudit(accounts.db, operator, {
      action: 'key.create',
      teamId: index === 0 ? 'other' : 'team',
      subjectId: `s${index}`,
    });
    await accounts.db.auditEntry.updateMany({ where: { subjectId: `s${index}` }, data: { at: new Date(at) } });
  }
  expect(await walk({ limit: 2 })).toEqual([['s1', 's4'], ['s3', 's2'], ['s0']]);
  expect(await walk({ limit: 5 })).toEqual([['s1', 's4', 's3', 's2', 's0']]);
  expect(await walk({ limit: 2, teamId: 'team' })).toEqual([
    ['s1', 's4'],
    ['s3', 's2'],
  ]);
  expect(await walk({ limit: 2, teamId: 'no-such-team' })).toEqual([[]]);
});

test('a cursor has one text only, and is one of its team', () => {
  const cursor = cursors.write({ at: new Date('2030-01-02'), id: '0190f3a2-0000-7000-8000-000000000000' });
  const other = new ListCursor('a secret for tests only', 'audit another').write(cursors.read(cursor));
  for (const forged of [...listForgeries(cursor), other]) {
    expect(() => cursors.read(forged)).toThrow(expect.objectContaining({ code: 'BAD_CURSOR' }));
  }
});

test('a failure leaves no record', async () => {
  const failure = accounts.db.$transaction(async (tx) => {
    await recordAudit(tx, operator, { action: 'plan.delete', subjectId: 'kept' });
    throw new Error('after the record');
  });
  await expect(failure).rejects.toThrow('after the record');
  expect(await accounts.db.auditEntry.count({ where: { subjectId: 'kept' } })).toBe(0);
});
