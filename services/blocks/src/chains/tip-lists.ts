import { listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import { faultOfAll, type LastAnswer, LastAnswers } from '@ledgergraph/chain-kit/databases/last-answers';
import { joinRows } from '@ledgergraph/chain-kit/databases/own-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { EnvironmentName, Network } from '@ledgergraph/graph-kit/network';
import { SyncStatus, type Tip } from '@ledgergraph/proto-schemas/chain/v1/stream';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import { listConfiguredEnvironments } from '#/db/configured-environments.ts';
import { loadChainProgress, NODE_SILENCE_MS } from '#/progress/load-chain-progress.ts';
import { tipMessage } from '#/progress/tip-message.ts';

/** Tips of all chains that are followed, as far as they are known. */
export interface TipList {
  tips: Tip[];
  /** Ids of the chains whose database has not answered since the start. */
  unread: string[];
  /** Environments that have a configured network, in alphabetical order. */
  configured: EnvironmentName[];
}

/** Rows of one database. */
interface OwnTips {
  /** Those of other databases too. */
  networks: Network[];
  configured: EnvironmentName[];
  tips: Tip[];
}

/** Lists the tips of all databases. Those of a database that is away stay as they were: other subgraphs still answer at them. */
export class TipLists {
  readonly #databases: ByChain<SqlExecutor>;
  readonly #answers: LastAnswers<SqlExecutor, OwnTips>;

  /** @param subgraphs names of the subgraphs besides this one that must have applied a block before it is read */
  constructor(databases: ByChain<SqlExecutor>, subgraphs: readonly string[]) {
    this.#databases = databases;
    this.#answers = new LastAnswers(databases.list(), (db) => this.#read(db, subgraphs));
  }

  /** @throws the fault of the first database if none answers */
  async list(): Promise<TipList> {
    const answers = await this.#answers.ask();
    const fault = faultOfAll(answers);
    if (fault !== undefined) throw fault;
    const known = new Map(
      answers.flatMap(({ database, last }) => (last === undefined ? [] : [[database, last.answer]])),
    );
    const networks = joinRows(
      this.#databases,
      new Map(Array.from(known, ([database, listed]) => [database, listed.networks])),
    );
    return {
      tips: answers.flatMap(tipsOf),
      unread: networks.flatMap(({ chainId }) => (known.has(this.#databases.of(chainId)) ? [] : [chainId])),
      configured: [...new Set(Array.from(known.values(), ({ configured }) => configured).flat())].sort(),
    };
  }

  async #read(db: SqlExecutor, subgraphs: readonly string[]): Promise<OwnTips> {
    const [networks, configured] = await Promise.all([listNetworks(db), listConfiguredEnvironments(db)]);
    const own = networks.filter(({ chainId }) => this.#databases.of(chainId) === db);
    const tips = await Promise.all(
      own.map(async (network) => tipMessage(await loadChainProgress(db, network, subgraphs))),
    );
    return { networks, configured, tips: tips.filter((tip) => tip !== null) };
  }
}

/** A tip that was read too long ago to speak of the node's is one whose node is not known to answer. */
function tipsOf({ last, fault }: LastAnswer<SqlExecutor, OwnTips>): Tip[] {
  if (last === undefined) return [];
  const { tips } = last.answer;
  if (fault === undefined || performance.now() - last.askedAt < NODE_SILENCE_MS) return tips;
  return tips.map((tip) => ({ ...tip, status: SyncStatus.NODE_UNAVAILABLE }));
}
