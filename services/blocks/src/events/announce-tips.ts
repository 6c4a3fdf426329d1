import { toJsonString } from '@bufbuild/protobuf';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Bus } from '@ledgergraph/event-bus/bus';
import type { Network } from '@ledgergraph/graph-kit/network';
import { TipMovedSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { TipSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { loadChainProgress } from '#/progress/load-chain-progress.ts';
import { tipMessage } from '#/progress/tip-message.ts';

export class TipAnnouncer {
  readonly #db: SqlExecutor;
  readonly #bus: Bus;
  readonly #subgraphs: readonly string[];
  readonly #published = new Map<string, string>();

  constructor(db: SqlExecutor, bus: Bus, subgraphs: readonly string[]) {
    this.#db = db;
    this.#bus = bus;
    this.#subgraphs = subgraphs;
  }

  async announce(network: Network): Promise<void> {
    const tip = tipMessage(await loadChainProgress(this.#db, network, this.#subgraphs));
    if (tip === null) return;
    const text = toJsonString(TipSchema, tip);
    if (this.#published.get(network.chainId) === text) return;
    this.#bus.publish(SUBJECTS.tipMoved, TipMovedSchema, { tip });
    this.#published.set(network.chainId, text);
  }
}
