import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { ApiProcess } from '../../bench/replicas/api-process.ts';
import type { GrowingChain } from '../../bench/replicas/growing-chain.ts';
import { type Compared, KeptAnswers } from '../../bench/replicas/kept-answers.ts';
import { DATABASE, type PoolingStand } from './stand.ts';
import { ask, CALLERS, type Traffic } from './traffic.ts';

/** To the second replica, as docs/operating.md does, while both chains are asked about. */
export async function moveChain(
  { servers, direct, pooled }: PoolingStand,
  traffic: Traffic,
  answers: number,
  cleanup: AsyncDisposableStack,
): Promise<Compared & { blocksAfter: number }> {
  const kept = new KeptAnswers();
  const moving: Traffic = { ...traffic, kept };
  const chain = traffic.chains[1] as GrowingChain;
  const target = servers.replicas[1];
  const [primary = '', , newServer = ''] = pooled;
  if (target === undefined) throw new Error('no server to move to');
  const before = cleanup.use(await ApiProcess.start({ DATABASE_URL: primary }));
  let serving = [before];
  const asking = ask(moving, () => serving, answers);
  // Its indexer stops; apis go on to answer at the last block.
  await chain.close();
  const last = Number(chain.pin.split(':')[1]);
  await waitFor(async () => (await heightAt()) === last, { what: 'a replica that has all blocks of the chain' });
  await target.query('SELECT pg_promote()');
  const map = JSON.stringify({ [chain.chainId]: { url: newServer } });
  const after = cleanup.use(await ApiProcess.start({ DATABASE_URL: primary, CHAIN_DATABASES: map }));
  serving = [before, after];
  await asking;
  serving = [after];
  await chain.openAt(direct[2] as string);
  await ask(moving, () => serving, answers);
  const blocksAfter = Number(chain.pin.split(':')[1]) - last;
  const oracle = cleanup.use(
    await ApiProcess.start({
      DATABASE_URL: direct[0] as string,
      CHAIN_DATABASES: JSON.stringify({ [chain.chainId]: { url: direct[2] } }),
    }),
  );
  return { ...(await kept.compare(oracle, CALLERS)), blocksAfter };

  async function heightAt(): Promise<number> {
    const [row] =
      (await target?.query(`SELECT height FROM sync_cursor WHERE chain_id = '${chain.chainId}'`, DATABASE)) ?? [];
    return Number(row?.height);
  }
}
