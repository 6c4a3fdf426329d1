import { type Network, readNetworkMessage } from '@ledgergraph/graph-kit/network';
import type { Network as NetworkMessage } from '@ledgergraph/proto-schemas/chain/v1/stream';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import { deleteNetworksExcept, saveNetwork } from '#/chain/saved-networks.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';

/** A chain is indexed once its own database has its announcement. */
export class SavedNetworks {
  readonly #databases: ByChain<SqlExecutor>;
  #saved = new Map<string, Network>();

  constructor(databases: ByChain<SqlExecutor>) {
    this.#databases = databases;
  }

  list(): Network[] {
    return [...this.#saved.values()];
  }

  /** A database that is away keeps its chains unchanged, and does not delay others. @returns the first fault */
  async save(messages: readonly NetworkMessage[]): Promise<unknown> {
    const before = this.#saved;
    const now = new Map<string, Network>();
    const outcomes = await Promise.allSettled(
      this.#databases.list().map(async (db) => {
        const own = messages.filter(({ chainId }) => this.#databases.of(chainId) === db);
        try {
          for (const message of own) await saveNetwork(db, message);
          await deleteNetworksExcept(
            db,
            own.map(({ chainId }) => chainId),
          );
          for (const message of own) now.set(message.chainId, readNetworkMessage(message));
        } catch (error) {
          for (const { chainId } of own) {
            const known = before.get(chainId);
            if (known !== undefined) now.set(chainId, known);
          }
          throw error;
        }
      }),
    );
    this.#saved = now;
    return outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
  }
}
