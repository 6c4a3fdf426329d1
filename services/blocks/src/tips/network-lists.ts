import { listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import { faultOfAll, LastAnswers } from '@ledgergraph/chain-kit/databases/last-answers';
import { joinRows, sortNetworks } from '@ledgergraph/chain-kit/databases/own-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { AwaitedNetwork } from '@ledgergraph/graph-kit/awaited-network';
import type { Network } from '@ledgergraph/graph-kit/network';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import { listAwaited } from '#/db/awaited-networks.ts';

export interface NetworkList {
  networks: Network[];
  awaited: AwaitedNetwork[];
  away: Network[];
}

/** Networks of a database that is away stay: a consumer would take a missing chain for one that is no longer followed. */
export class NetworkLists {
  readonly #databases: ByChain<SqlExecutor>;
  readonly #answers: LastAnswers<SqlExecutor, { networks: Network[]; awaited: AwaitedNetwork[] }>;

  constructor(databases: ByChain<SqlExecutor>) {
    this.#databases = databases;
    this.#answers = new LastAnswers(databases.list(), async (db) => {
      const [networks, awaited] = await Promise.all([listNetworks(db), listAwaited(db)]);
      return { networks, awaited };
    });
  }

  /** @throws the fault of the first database if none answers */
  async list(): Promise<NetworkList> {
    const answers = await this.#answers.ask();
    const fault = faultOfAll(answers);
    if (fault !== undefined) throw fault;
    const known = answers.flatMap(({ database, last }) =>
      last === undefined ? [] : [[database, last.answer] as const],
    );
    const joined = joinRows(this.#databases, new Map(known.map(([database, { networks }]) => [database, networks])));
    const waiting = joinRows(this.#databases, new Map(known.map(([database, { awaited }]) => [database, awaited])));
    if (answers.length === 1) return { networks: joined, awaited: waiting, away: [] };
    const networks = sortNetworks(joined);
    const silent = new Set(answers.filter((answer) => answer.fault !== undefined).map(({ database }) => database));
    return {
      networks,
      awaited: waiting.filter(({ chainId }) => !networks.some((network) => network.chainId === chainId)),
      away: networks.filter(({ chainId }) => silent.has(this.#databases.of(chainId))),
    };
  }
}
