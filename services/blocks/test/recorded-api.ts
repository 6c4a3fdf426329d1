import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { announceVrsctest, apply, hashOf, revert, VRSCTEST } from './apply-recording.ts';
import { openDatabase } from './open-database.ts';
import { openApi, type Pin } from './query-api.ts';

export const main = readNormalizedBlocks('vrsctest-a');
/** Blocks 413 to 416 of a branch that was left. */
export const orphans = readNormalizedOrphans('vrsctest-a')[0]?.blocks ?? [];
export const hash = (height: number): string => hashOf(main[height]);
export const pinAt = (height: number): Pin => ({ chainId: VRSCTEST, height, hash: hash(height) });

/** Blocks 0 to 440 of the main chain, and the orphans. A query reads at block 430 unless it names another pin, or null. */
export async function openRecordedApi() {
  const database = await openDatabase();
  await announceVrsctest(database.db);
  await apply(database.db, main.slice(0, 413));
  await apply(database.db, orphans);
  await revert(database.db, 412);
  await apply(database.db, main.slice(413, 441));
  const api = await openApi(database.db, ['identities']);
  const ask = (query: string, variables: object = {}, pin: Pin | null = pinAt(430)) =>
    api.query(query, variables, { pins: pin === null ? [] : [pin] });
  return {
    db: database.db,
    query: api.query,
    ask,
    codeOf: async (query: string, variables: object = {}, pin: Pin | null = pinAt(430)) => {
      const { data, errors } = await ask(query, variables, pin);
      expect(errors).toHaveLength(1);
      const [error] = errors ?? [];
      return { ...error?.extensions, path: error?.path, data };
    },
    close: async () => {
      await api.close();
      await database.close();
    },
  };
}

export type RecordedApi = Awaited<ReturnType<typeof openRecordedApi>>;
