import type { PrintedBlock } from '@ledgergraph/chain-generator/block';
import { object, objects } from '@ledgergraph/chain-generator/json';
import { Random } from '@ledgergraph/chain-generator/random';
import { parseObject } from '@ledgergraph/verus-protocol/json-text';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { NodeState } from '#/node-state.ts';
import type { ChainBlock, SpendingTransaction } from '#/recorded-chain.ts';
import { BlockStore } from './block-store.ts';
import { type Departure, findDeparture, type Peer } from './crossing.ts';
import { drawBlock } from './draw-block.ts';
import type { Ledger } from './ledger.ts';
import { readRecordedEnd } from './read-facts.ts';
import type { ChainFacts } from './scene.ts';
import { findExport, findImported } from './settle-crossings.ts';

/** One of this many blocks begins a branch that is abandoned later. */
const REORGANISATION_EVERY = 25;
const DEEPEST_REORGANISATION = 3;
/** An export to another chain is permanent below this many blocks. */
const LASTING_DEPTH = DEEPEST_REORGANISATION + 1;
const FIRST_BRANCH = 'first branch';
const BETTER_BRANCH = 'better branch';
/** Miners make these for the protocol: another branch has others. */
const PROTOCOL_KINDS = ['crosschainexport', 'crosschainimport'];

export interface ContinuationOptions {
  /** The same recording, seed and sent transactions always give the same blocks. */
  seed: number;
  /** Average, by the clock of the chain. */
  secondsPerBlock: number;
  /** Absent: blocks stay in memory. */
  file?: string | undefined;
  /** By i-address: the chain trades with those that it exports to. */
  peers?: ReadonlyMap<string, Peer>;
}

interface Fork {
  parent: JsonObject;
  ledger: Ledger;
  /** Blocks of the first branch, and how many of them are still to come. */
  depth: number;
  left: number;
  transactions: JsonObject[];
}

/** Draws one step ahead of the tip, so that its transactions can wait in the pool. Sometimes a better branch replaces the last blocks. */
export class Continuation implements Peer {
  readonly #state: NodeState;
  readonly #options: ContinuationOptions;
  readonly #store: BlockStore;
  #end: { ledger: Ledger; facts: ChainFacts; parent: JsonObject } | undefined;
  #fork: Fork | undefined;

  constructor(state: NodeState, options: ContinuationOptions) {
    this.#state = state;
    this.#options = options;
    this.#store = new BlockStore(options.file);
    for (const block of this.#store.load()) {
      this.#state.chain.add(block, listSpending(parseObject(block.text)));
      if (block.isTip) state.view.append(block);
    }
  }

  ensureNext(): void {
    const { view, chain } = this.#state;
    if (!view.isFinal) return;
    const printed = this.#drawStep();
    const stored = this.#store.add(printed.map(({ json, text }) => toChainBlock(json, text)));
    for (const [index, block] of stored.entries()) {
      const { json } = printed[index] ?? {};
      chain.add(block, listSpending(json ?? {}));
      if (block.isTip) view.append(block);
    }
  }

  findDeparture(to: string, imported: string): Departure | undefined {
    return findDeparture(this.#state, findExport(this.#getEnd().ledger, to), imported, LASTING_DEPTH);
  }

  close(): void {
    this.#store.close();
  }

  #drawStep(): PrintedBlock[] {
    const fork = this.#fork;
    if (fork !== undefined && fork.left === 0) return this.#drawBetterBranch(fork);
    const end = this.#getEnd();
    const random = this.#randomAt(end.parent, FIRST_BRANCH);
    if (fork === undefined && random.branch('fork').integer(1, REORGANISATION_EVERY) === 1) {
      const depth = random.branch('depth').integer(1, DEEPEST_REORGANISATION);
      this.#fork = { parent: end.parent, ledger: end.ledger.copy(), depth, left: depth, transactions: [] };
    }
    const block = this.#draw(end, random, this.#listSent());
    if (this.#fork !== undefined) {
      this.#fork.left -= 1;
      this.#fork.transactions.push(...objects(block.json.tx).slice(1).filter(isMadeByHolder));
    }
    return [block];
  }

  /** One block more than the branch that it replaces. */
  #drawBetterBranch({ parent, ledger, depth, transactions }: Fork): PrintedBlock[] {
    const { facts } = this.#getEnd();
    const end = { ledger, facts, parent };
    this.#end = end;
    this.#fork = undefined;
    let waiting = [...transactions, ...this.#listSent()];
    return Array.from({ length: depth + 1 }, () => {
      const block = this.#draw(end, this.#randomAt(end.parent, BETTER_BRANCH), waiting);
      const mined = new Set(objects(block.json.tx).map(({ txid }) => txid));
      waiting = waiting.filter(({ txid }) => !mined.has(txid));
      return block;
    });
  }

  #draw(
    end: { ledger: Ledger; facts: ChainFacts; parent: JsonObject },
    random: Random,
    waiting: JsonObject[],
  ): PrintedBlock {
    const { facts, ledger } = end;
    const { chainId } = facts;
    const peers = [...(this.#options.peers ?? [])].filter(([id]) => id !== chainId && findExport(ledger, id));
    const arrivals = peers.flatMap(
      ([id, peer]) => peer.findDeparture(chainId, findImported(ledger, chainId, id)) ?? [],
    );
    const height = Number(String(end.parent.height)) + 1;
    const nameOf = (id: string): string => ledger.nameOf(id);
    const scene = { ...facts, ledger, nameOf, random, height, peers: peers.map(([id]) => id), arrivals };
    const seconds = random.branch('seconds').integer(1, 2 * this.#options.secondsPerBlock - 1);
    const block = drawBlock(scene, end.parent, waiting, seconds);
    end.parent = block.json;
    return block;
  }

  #randomAt({ hash }: JsonObject, branch: string): Random {
    return new Random(this.#options.seed).branch(`${String(hash)} ${branch}`);
  }

  #listSent(): JsonObject[] {
    return this.#state.mempool.pool
      .list()
      .filter(({ transaction }) => !transaction.isProtocolMade)
      .map(({ transaction }) => transaction.json);
  }

  #getEnd(): { ledger: Ledger; facts: ChainFacts; parent: JsonObject } {
    if (this.#end !== undefined) return this.#end;
    const { chain, answers, view } = this.#state;
    const { ledger, facts } = readRecordedEnd(chain, answers);
    const added: ChainBlock[] = [];
    for (
      let block: ChainBlock | undefined = view.lastTip;
      block !== undefined && block !== chain.main[block.height];
    ) {
      added.push(block);
      block = chain.blocks.get(block.previousHash ?? '');
    }
    for (const { text } of added.reverse()) ledger.applyBlock(parseObject(text));
    this.#end = { ledger, facts, parent: parseObject(view.lastTip.text) };
    return this.#end;
  }
}

function isMadeByHolder(transaction: JsonObject): boolean {
  const scripts = objects(transaction.vout).map(({ scriptPubKey }) => object(scriptPubKey));
  return !scripts.some((script) => PROTOCOL_KINDS.some((kind) => kind in script));
}

function toChainBlock(json: JsonObject, text: string): ChainBlock {
  return {
    hash: String(json.hash),
    height: Number(String(json.height)),
    previousHash: String(json.previousblockhash),
    time: Number(String(json.time)),
    txids: objects(json.tx).map(({ txid }) => String(txid)),
    text,
  };
}

function listSpending(block: JsonObject): SpendingTransaction[] {
  return objects(block.tx).map(({ txid, vin }) => ({
    txid: String(txid),
    vin: objects(vin).map((input) =>
      input.txid === undefined ? {} : { txid: String(input.txid), vout: Number(String(input.vout)) },
    ),
  }));
}
