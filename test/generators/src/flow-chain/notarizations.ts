import { createHash } from 'node:crypto';
import { whole } from '@ledgergraph/chain-generator/amounts';
import { stateBehind } from '@ledgergraph/chain-generator/block';
import { NO_HASH, plainToken, printNotarization, printState, proofRoot } from '@ledgergraph/chain-generator/currency';
import { type Draft, protocolOutput } from '@ledgergraph/chain-generator/outputs';
import type { BuiltTransaction } from '@ledgergraph/chain-generator/transaction';
import { encodeAddress } from '@ledgergraph/verus-protocol/address';
import type { ExpectedNotarization } from './flow-ledger.ts';
import type { World } from './world.ts';

const FIRST_HEIGHT = 20;
/** Between notarizations, and from one to its decision. */
const INTERVAL = 8;
const DECISION_AFTER = 5;
const REJECTS = 3;
/** Kinds of a finalization: without and with a decision. */
const PENDING = 1;
const DECIDED = 129;
const NATIVE_STATE = 16;

/** In coinbases, as the miners of a launched chain do. It draws nothing at random, so that the rest of a chain does not depend on it. */
export class Notary {
  readonly #world: World;
  readonly #systemId: string;
  #open: ExpectedNotarization | undefined;

  constructor(world: World) {
    this.#world = world;
    this.#systemId = encodeAddress('IDENTITY', sha256(`notarized by ${world.chainId}`).subarray(0, 20));
  }

  /** @param vout of the first output @param previousHash of the block before */
  listOutputs(vout: number, previousHash: string): Draft[] {
    const { height } = this.#world;
    const age = height - FIRST_HEIGHT;
    if (age < 0) return [];
    if (age % INTERVAL === 0) return [this.#notarize(vout, previousHash), this.#finalize('pending', NO_HASH, vout)];
    if (age % INTERVAL !== DECISION_AFTER || this.#open === undefined) return [];
    const { txid, vout: place } = this.#open;
    const isRejected = isToReject(age);
    this.#open.decided = { height, status: isRejected ? 'REJECTED' : 'CONFIRMED' };
    return [this.#finalize(isRejected ? 'rejected' : 'confirmed', txid, place)];
  }

  note({ txid }: BuiltTransaction): void {
    if (this.#open !== undefined && this.#open.height === this.#world.height) this.#open.txid = txid;
  }

  #notarize(vout: number, previousHash: string): Draft {
    const { chainId, height, ledger } = this.#world;
    const notarizedHeight = height * 2;
    const notarizedHash = sha256(`${this.#systemId} ${notarizedHeight}`).toString('hex');
    const previous = this.#open;
    this.#open = { txid: '', vout, height, systemId: this.#systemId, notarizedHeight, notarizedHash, decided: null };
    ledger.notarizations.push(this.#open);
    const notarized = proofRoot(this.#systemId, notarizedHeight, NO_HASH, notarizedHash);
    const payload = printNotarization({
      currencyId: this.#systemId,
      marks: {},
      state: printState(plainToken(this.#systemId), NATIVE_STATE),
      height: notarizedHeight,
      previous,
      previousHeight: previous?.notarizedHeight ?? 0,
      // A root of this chain only where it is rejected: a confirmed one would make blocks final, and a simulation could not revert them.
      proofRoots: isToReject(height - FIRST_HEIGHT)
        ? [notarized, proofRoot(chainId, height - 1, stateBehind(previousHash), previousHash)]
        : [notarized],
    });
    const { samechain: _, ...ofAnother } = payload;
    return protocolOutput('earnednotarization', ofAnother);
  }

  #finalize(status: 'pending' | 'confirmed' | 'rejected', txid: string, vout: number): Draft {
    const payload = {
      finalizationtype: whole(status === 'pending' ? PENDING : DECIDED),
      status,
      currencyid: this.#systemId,
      output: { txid, voutnum: whole(vout) },
    };
    return protocolOutput('finalizenotarization', payload);
  }
}

/** @param age blocks since the first notarization, when it is made or decided */
function isToReject(age: number): boolean {
  return Math.floor(age / INTERVAL) % REJECTS === REJECTS - 1;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
