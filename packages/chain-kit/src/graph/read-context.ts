import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { chainReorganized, isPinLost, notFound, pinLost, validationError } from '@ledgergraph/graph-kit/errors';
import type { EnvironmentName, Network } from '@ledgergraph/graph-kit/network';
import type { Pin } from '@ledgergraph/graph-kit/request-headers';
import { unknownChain } from '@ledgergraph/graph-kit/unknown-chain';
import type { Logger } from '@ledgergraph/service-kit/logger';
import DataLoader from 'dataloader';
import type { GraphQLError } from 'graphql';
import { findCursor } from '#/chain/cursor.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { type AppliedBlock, findAppliedAtHeight, findAppliedAtHeights, findAppliedByHash } from './applied-blocks.ts';
import { exactlyOne, readHash, readHeight } from './arguments.ts';
import type { AsOf, ChainView, ViewOptions, ViewSource } from './chain-view.ts';
import { findHeightsAt, type TimeKey } from './heights-at.ts';
import { createKeyedLoader } from './keyed-loader.ts';
import type { NetworkDirectory } from './network-directory.ts';
import type { SeenPin, SeenPins } from './seen-pins.ts';
import { openWalk, type Walk, type WalkScope } from './walk.ts';

export interface ReadContextOptions<Loaders> {
  db: SqlExecutor;
  directory: NetworkDirectory;
  seenPins: SeenPins;
  environment: EnvironmentName;
  pins: ReadonlyMap<string, Pin>;
  cursorSecret: string;
  requestId: string;
  logger: Logger;
  loaders: (context: ReadContext<Loaders>) => Loaders;
}

/** When the mempool of a chain was read, and at which tip of the node. */
export interface PoolMark {
  chainId: string;
  /** RFC 3339. Null: the mempool has not been read yet. */
  readAt: string | null;
  tipHeight: number | null;
  tipHash: string | null;
}

/** The data that one request may read: the environment's networks, each at its pinned block. Built once per request. */
export class ReadContext<Loaders = unknown> implements ViewSource {
  readonly environment: EnvironmentName;
  readonly requestId: string;
  readonly logger: Logger;
  readonly loaders: Loaders;
  /** Marks of the mempools that the response covers, by chain; they are reported in its extensions. */
  readonly poolMarks = new Map<string, PoolMark>();
  // `private`, not `#`: Apollo hands resolvers a shallow copy of the context, which # members would refuse.
  private readonly options: ReadContextOptions<Loaders>;
  private readonly pinned = new Map<string, Promise<SeenPin>>();
  private readonly blocks = new Map<string, Promise<BlockPlace>>();
  /** Heights of entity keys: a hundred events stand at a hundred heights. */
  private readonly atHeights = new DataLoader(
    (keys: readonly { chainId: string; height: number }[]) => findAppliedAtHeights(this.options.db, keys),
    { cache: false },
  );
  /** Times of the windows of a year's months, for instance. */
  private readonly heightsAt = createKeyedLoader((keys: readonly TimeKey[]) => findHeightsAt(this.options.db, keys));
  private networks: Promise<Network[]> | undefined;

  constructor(options: ReadContextOptions<Loaders>) {
    this.options = options;
    this.environment = options.environment;
    this.requestId = options.requestId;
    this.logger = options.logger;
    this.loaders = options.loaders(this);
  }

  /**
   * Networks of the key's environment, the default one first. Read once per request: a second read between two
   * objects of a list would bring them out of step, and each batch loader would run twice.
   */
  chains(): Promise<Network[]> {
    this.networks ??= this.allNetworks().then((networks) =>
      networks.filter((network) => network.environment === this.environment),
    );
    return this.networks;
  }

  /** Returns the error for a chain that is not among these; it states whether a key of the other environment reads it. */
  async unknownChain(chainId: string): Promise<GraphQLError> {
    return unknownChain(chainId, this.environment, await this.allNetworks());
  }

  /**
   * The chain a field reads, at the block it reads it at.
   * @param chainId absent: the environment's default network
   * @throws NOT_FOUND unknown chain (one of the other environment is unknown) or unknown asOf hash; VALIDATION_ERROR malformed
   *   asOf, or one above the pin; CHAIN_REORGANIZED a block that left the chain; PIN_LOST
   */
  async view(chainId?: string | null, options: ViewOptions = {}): Promise<ChainView> {
    const network = await this.network(chainId);
    const { pin } = await this.pin(network.chainId);
    const read = await this.readBlockOnce(network, pin, options);
    const isPin = read.height === pin.height && options.asOf == null && options.at == null;
    return {
      network,
      chainId: network.chainId,
      height: read.height,
      hash: read.hash,
      at: isPin ? null : read.height,
      pin,
    };
  }

  /** Height of the last block, up to that of the view, whose own time is not after a Unix second; -1: there is none. */
  heightAt({ chainId, height }: Pick<ChainView, 'chainId' | 'height'>, seconds: number): Promise<number> {
    return this.heightsAt.load({ chainId, tip: height, seconds });
  }

  /** Serial of the newest change of a chain's mempool that this request sees; null: it sees all. */
  poolSerial(chainId: string): bigint | null {
    return this.options.pins.get(chainId)?.poolSerial ?? null;
  }

  /** Opens a page of a list: see Walk. */
  walk(field: string, args: Record<string, unknown>, scope: WalkScope): Promise<Walk> {
    return openWalk(this, this.options.cursorSecret, field, args, scope);
  }

  /**
   * True if every chain that was read still has its pin. To be called when all reads are done.
   * It compares the serial, not only the hash: a block that left and came back meanwhile has a new serial, also where it left because
   * the database went back, as after a failover.
   */
  async pinsHeld(): Promise<boolean> {
    for (const [chainId, pending] of this.pinned) {
      const pinned = await pending.catch((error: unknown) => ({ error }));
      if ('error' in pinned) {
        // A chain without any block got an error; nothing was read from it.
        if (isPinLost(pinned.error)) return false;
        continue;
      }
      const now = await findAppliedAtHeight(this.options.db, chainId, pinned.pin.height);
      if (now?.serial !== pinned.serial || now.hash !== pinned.pin.hash) {
        this.options.seenPins.forget(chainId);
        return false;
      }
    }
    return true;
  }

  private async network(chainId: string | null | undefined): Promise<Network> {
    const networks = await this.chains();
    const network = chainId == null ? networks[0] : networks.find((candidate) => candidate.chainId === chainId);
    if (network !== undefined) return network;
    throw chainId == null ? notFound('no network is known yet') : await this.unknownChain(chainId);
  }

  private allNetworks(): Promise<Network[]> {
    return this.options.directory.list(this.options.pins.keys());
  }

  private pin(chainId: string): Promise<SeenPin> {
    const known = this.pinned.get(chainId);
    if (known !== undefined) return known;
    const pinned = this.findPin(chainId);
    this.pinned.set(chainId, pinned);
    return pinned;
  }

  private async findPin(chainId: string): Promise<SeenPin> {
    const { db, pins, seenPins } = this.options;
    // Without a pin (a direct call, a chain that no subgraph has finished a block of) our own cursor is the tip.
    const pin = pins.get(chainId) ?? (await findCursor(db, chainId));
    if (pin === null) throw notFound(`chain ${chainId} has no block yet`);
    const seen = seenPins.find(chainId, pin);
    if (seen !== undefined) return seen;
    const block = await findAppliedAtHeight(db, chainId, pin.height);
    if (block === null || block.hash !== pin.hash) throw pinLost(chainId);
    const found = { pin, serial: block.serial };
    seenPins.remember(chainId, found);
    return found;
  }

  /** A hundred objects below one asOf look its block up once, and so stay in step for the batch loaders. */
  private readBlockOnce(network: Network, pin: BlockPlace, options: ViewOptions): Promise<BlockPlace> {
    const key = JSON.stringify([network.chainId, options.asOf, options.at, options.anchor?.hash, options.newest?.hash]);
    const known = this.blocks.get(key);
    if (known !== undefined) return known;
    const block = this.readBlock(network, pin, options);
    this.blocks.set(key, block);
    return block;
  }

  private async readBlock(network: Network, pin: BlockPlace, options: ViewOptions): Promise<BlockPlace> {
    if (options.anchor !== undefined) return this.readAnchor(network, pin, options.anchor, options.newest);
    if (options.asOf != null) return this.readAsOf(network, pin, options.asOf);
    if (options.at != null && options.at !== pin.height) {
      const block = await this.atHeights.load({ chainId: network.chainId, height: options.at });
      if (block === null) throw pinLost(network.chainId);
      return block;
    }
    return pin;
  }

  private async readAnchor(
    { chainId }: Network,
    pin: BlockPlace,
    anchor: BlockPlace,
    newest: BlockPlace | undefined,
  ): Promise<BlockPlace> {
    const block = await findAppliedByHash(this.options.db, chainId, anchor.hash);
    if (block === null) throw pinLost(chainId);
    if (!block.removed) return block;
    const seen = newest && (await findAppliedByHash(this.options.db, chainId, newest.hash));
    if (seen == null || seen.removed || seen.height > pin.height) {
      throw chainReorganized('the block this list was read at left the main chain: start it again');
    }
    return pin;
  }

  private async readAsOf(network: Network, pin: BlockPlace, asOf: AsOf): Promise<BlockPlace> {
    const { db } = this.options;
    const given = exactlyOneAsOf(asOf);
    let block: AppliedBlock | null;
    if (given.hash !== undefined) {
      block = await findAppliedByHash(db, network.chainId, readHash('asOf', given.hash));
      if (block === null) throw notFound(`asOf names an unknown block of ${network.name}`);
      if (block.removed) throw chainReorganized('the block that asOf names left the main chain');
    } else {
      const height = readHeight('asOf', given.height);
      block = height > pin.height ? null : await findAppliedAtHeight(db, network.chainId, height);
    }
    if (block === null || block.height > pin.height) {
      throw validationError('asOf', `asOf must not be above the latest block, ${pin.height}`);
    }
    return block;
  }
}

function exactlyOneAsOf(asOf: AsOf): { hash: string; height?: undefined } | { height: number; hash?: undefined } {
  try {
    const given = exactlyOne({ height: asOf.height, hash: asOf.hash });
    return given.name === 'hash' ? { hash: given.value as string } : { height: given.value as number };
  } catch {
    throw validationError('asOf', 'asOf takes exactly one of height and hash');
  }
}
