import { describeAwaits } from '@ledgergraph/graph-kit/awaited-network';
import { ENVIRONMENT_HEADER } from '@ledgergraph/graph-kit/request-headers';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { SubgraphClient } from '#/subgraphs/subgraph-client.ts';

/** Without a message of blocks for this long, it is unknown whether the chains still move. */
const TIPS_OLD_MS = 30_000;
const PING = JSON.stringify({ query: '{ __typename }' });

export interface ReadinessOptions {
  subgraphs: () => ReadonlyMap<string, Pick<SubgraphClient, 'post'>>;
  secret: string;
  tips: Pick<TipFollower, 'tips' | 'networksWithoutTip' | 'confirmedAgoMs'>;
  /** For which the gateway waits for subgraphs. */
  subgraphWaitMs: number;
  onLeftOut?: (names: string[]) => void;
}

/**
 * Decides whether this gateway should get traffic. It must have met every subgraph once or waited for it; a subgraph that is away later
 * costs its own fields only. It must have met every chain in sync once, except one that is stalled beside others; syncState reports a
 * chain that falls behind later. Readiness ends when every chain is stalled, and when tips are not confirmed: without blocks nothing can
 * be read at a block.
 */
export class Readiness {
  readonly #options: ReadinessOptions;
  readonly #met = new Set<string>();
  readonly #synced = new Set<string>();
  readonly #startedAt = performance.now();
  #wasReady = false;
  #isWaiting = true;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** Without internal names; empty when ready. */
  async reasons(): Promise<string[]> {
    const reasons = [...(await this.#subgraphReasons()), ...(await this.#chainReasons())];
    this.#wasReady ||= reasons.length === 0;
    return reasons;
  }

  async #subgraphReasons(): Promise<string[]> {
    // A part that joins later must not take the others out of service.
    if (this.#wasReady || !this.#isWaiting) return [];
    const { secret, subgraphWaitMs, onLeftOut } = this.#options;
    const subgraphs = this.#options.subgraphs();
    const headers = { [INTERNAL_HEADER]: secret, [ENVIRONMENT_HEADER]: 'MAINNET' };
    await Promise.all(
      Array.from(subgraphs, async ([name, client]) => {
        if (this.#met.has(name)) return;
        const answer = await client.post(PING, headers).catch(() => undefined);
        answer?.giveBack?.();
        if (answer?.data !== undefined && answer.errors.length === 0) this.#met.add(name);
      }),
    );
    const missing = [...subgraphs.keys()].filter((name) => !this.#met.has(name));
    if (missing.length === 0) return [];
    if (performance.now() - this.#startedAt < subgraphWaitMs)
      return [`${missing.length} of ${subgraphs.size} parts of the data do not answer yet`];
    this.#isWaiting = false;
    onLeftOut?.(missing);
    return [];
  }

  async #chainReasons(): Promise<string[]> {
    const { tips } = this.#options;
    const ago = tips.confirmedAgoMs();
    if (ago === null) return ['the latest blocks are not known yet'];
    if (ago > TIPS_OLD_MS) return [`the latest blocks were last confirmed ${Math.round(ago / 1000)} seconds ago`];
    const chains = tips.tips();
    const unread = await this.#unreadReasons();
    if (chains.length === 0) return unread.length > 0 ? unread : ['no chain has been read yet'];
    const allStalled = chains.every(({ status }) => status === 'STALLED');
    const behind = chains.flatMap(({ chainId, status, height }) => {
      if (status === 'STALLED') return allStalled ? [`chain ${chainId} is stalled at block ${height}`] : [];
      if (status === 'LIVE') this.#synced.add(chainId);
      // A chain that is added later must not take the others out of service.
      return this.#synced.has(chainId) || this.#wasReady
        ? []
        : [
            `chain ${chainId} ${status === 'SYNCING' ? 'is still syncing' : 'has no node that can be used'}, at block ${height}`,
          ];
    });
    return [...unread, ...behind];
  }

  async #unreadReasons(): Promise<string[]> {
    if (this.#wasReady) return [];
    try {
      const networks = await this.#options.tips.networksWithoutTip();
      return networks.map(({ name, awaits }) =>
        awaits === null ? `network ${name} is still syncing` : `network ${name}: ${describeAwaits(awaits)}`,
      );
    } catch {
      return ['the networks cannot be listed at the moment'];
    }
  }
}
