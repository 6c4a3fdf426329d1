import { listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import { faultOfAll, type LastAnswer, LastAnswers } from '@ledgergraph/chain-kit/databases/last-answers';
import { joinRows } from '@ledgergraph/chain-kit/databases/own-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { EnvironmentName, Network } from '@ledgergraph/graph-kit/network';
import { type BlockRef, type Pin, SyncStatus, type Tip } from '@ledgergraph/proto-schemas/chain/v1/stream';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import { listConfiguredEnvironments } from '#/db/configured-environments.ts';
import { listMainBlocksAt } from '#/db/main-chain.ts';
import { loadChainProgress, NODE_SILENCE_MS } from '#/progress/load-chain-progress.ts';
import { tipMessage } from '#/progress/tip-message.ts';

export interface TipList {
  tips: Tip[];
  /** Chains whose database has not answered since the start. */
  unread: string[];
  configured: EnvironmentName[];
}

interface OwnTips {
  networks: Network[];
  configured: EnvironmentName[];
  tips: Tip[];
}

/** Tips of a database that is away stay: other subgraphs still answer at them. */
export class TipLists {
  readonly #databases: ByChain<SqlExecutor>;
  readonly #answers: LastAnswers<SqlExecutor, OwnTips>;

  /** @param subgraphs other subgraphs that must have applied a block before it is read */
  constructor(databases: ByChain<SqlExecutor>, subgraphs: readonly string[]) {
    this.#databases = databases;
    this.#answers = new LastAnswers(databases.list(), (db) => this.#read(db, subgraphs));
  }

  /** @param pins blocks that the caller's queries read now, for `Tip.pin_left` @throws the fault of the first database if none answers */
  async list(pins: readonly Pin[] = []): Promise<TipList> {
    const answers = await this.#answers.ask();
    const pinned = new Map(pins.map(({ chainId, block }) => [chainId, block]));
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
      tips: await Promise.all(
        answers.flatMap((answer) =>
          tipsOf(answer).map((tip) =>
            answer.fault === undefined ? this.#compare(answer.database, tip, pinned.get(tip.chainId)) : tip,
          ),
        ),
      ),
      unread: networks.flatMap(({ chainId }) => (known.has(this.#databases.of(chainId)) ? [] : [chainId])),
      configured: [...new Set(Array.from(known.values(), ({ configured }) => configured).flat())].sort(),
    };
  }

  /** Only the main chain distinguishes a reorganisation from a late answer with a lower tip. */
  async #compare(db: SqlExecutor, tip: Tip, pin: BlockRef | undefined): Promise<Tip> {
    if (pin === undefined || pin.height <= tip.height) return tip;
    // A database that went away just now leaves the pin unchanged, and costs no other chain its tip.
    const ours = await listMainBlocksAt(db, tip.chainId, [pin.height]).catch(() => null);
    return ours === null ? tip : { ...tip, pinLeft: ours[0]?.hash !== hex(pin.hash) };
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

/** A tip that was read too long ago proves no answer of its node. */
function tipsOf({ last, fault }: LastAnswer<SqlExecutor, OwnTips>): Tip[] {
  if (last === undefined) return [];
  const { tips } = last.answer;
  if (fault === undefined || performance.now() - last.askedAt < NODE_SILENCE_MS) return tips;
  return tips.map((tip) => ({ ...tip, status: SyncStatus.NODE_UNAVAILABLE }));
}
