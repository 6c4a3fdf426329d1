import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import { listPayloads, type RawTransaction } from '@ledgergraph/test-kit/rules/raw-chain';
import type { Json } from '@ledgergraph/test-kit/rules/raw-json';
import { type Rule, ruleSet } from '@ledgergraph/test-kit/rules/test-rules';
import type { Untyped } from '../open-service.ts';
import { VERIFIED, type Verified, type VerifiedName } from './open-verified.ts';

// Every notarization and finalization by the rules of pbaas/notarization.cpp: no exceptions.

const NO_TXID = '0'.repeat(64);
const KINDS = ['acceptednotarization', 'earnednotarization'];

interface Placed {
  at: RawTransaction;
  vout: number;
  payload: Json;
}

interface Facts {
  chain: Verified;
  notarizations: Placed[];
  finalizations: Placed[];
  answers: Map<string, Untyped>;
}

/** Title, records of the chains in their order (−1: all of them, and at least one), and the checks. */
const RULES: readonly Rule<Facts>[] = [
  {
    title: 'a notarization names an earlier one of its currency as the one before',
    counts: [65, 55, 24, -1],
    list: checkPrevious,
  },
  { title: 'a finalization names a notarization of its currency', counts: [0, 83, 0, -1], list: checkTargets },
  {
    title: 'a notarization is pending before it is confirmed or rejected, and is decided once',
    counts: [0, 50, 0, -1],
    list: checkOrder,
  },
  { title: 'a notarization of another chain is answered with its block', counts: [0, 50, 0, -1], list: checkAnswers },
  {
    title: 'roots of the chain itself have hash and state of its own blocks',
    counts: [0, 58, 0, -1],
    list: checkRoots,
  },
];

export const NOTARIZATIONS = ruleSet<VerifiedName, Verified, Facts>({
  subject: 'notarizations',
  chains: VERIFIED,
  rules: RULES,
  async read(chain: Verified): Promise<Facts> {
    const answers = await listAnswers(chain, null);
    return {
      chain,
      answers: new Map(answers.map((one) => [`${one.txid}:${one.index}`, one])),
      notarizations: KINDS.flatMap((kind) => listPayloads(chain.raw, kind)).sort(inOrder),
      finalizations: listPayloads(chain.raw, 'finalizenotarization'),
    };
  },
});

function inOrder(a: Placed, b: Placed): number {
  return a.at.height - b.at.height || a.at.txIndex - b.at.txIndex || a.vout - b.vout;
}

async function listAnswers({ service, network, blocks }: Verified, tip: number | null): Promise<Untyped[]> {
  const all: Untyped[] = [];
  const fields = 'txid index blockHeight systemId notarizedHeight notarizedHash status';
  for (let cursor: string | null = null; ; ) {
    const from: string = cursor === null ? '' : `, cursor: "${cursor}"`;
    const query = `{ notarizations(chainId: "${network.chainId}", limit: 100${from}) { notarizations { ${fields} } nextCursor } }`;
    const { notarizations } = await service.ask(query, tip === null ? undefined : blocks[tip]);
    all.push(...notarizations.notarizations);
    cursor = notarizations.nextCursor;
    if (cursor === null) return all;
  }
}

/** The first notarization of a currency names none. */
function checkPrevious({ notarizations, chain }: Facts): Check[] {
  const places = new Map(notarizations.map((one) => [`${one.at.txid}:${one.vout}`, one]));
  return notarizations
    .filter(({ payload }) => payload.prevnotarizationtxid !== NO_TXID)
    .map((one) => {
      const { prevnotarizationtxid: txid, prevnotarizationout: vout, currencyid, prevheight } = one.payload;
      const before = places.get(`${txid}:${vout}`);
      // A generated chain prints the height of the block with the previous one.
      const height = chain.label === 'generated' ? null : prevheight;
      return {
        record: `notarization ${one.at.txid}:${one.vout} at ${one.at.height} of ${chain.label}`,
        found: {
          currencyId: before?.payload.currencyid,
          height: height === null ? null : before?.payload.notarizationheight,
          isEarlier: before !== undefined && inOrder(before, one) < 0,
        },
        wanted: { currencyId: currencyid, height, isEarlier: true },
      };
    });
}

/** A finalization in the transaction of its notarization names no txid. */
function targetOf({ at, payload }: Placed): string {
  const { txid, voutnum } = payload.output;
  return `${txid === NO_TXID ? at.txid : txid}:${voutnum}`;
}

function checkTargets({ notarizations, finalizations }: Facts): Check[] {
  const places = new Map(notarizations.map((one) => [`${one.at.txid}:${one.vout}`, one]));
  return finalizations.map((one) => {
    const target = places.get(targetOf(one));
    return {
      record: `finalization ${one.at.txid}:${one.vout} at ${one.at.height}`,
      found: { currencyId: target?.payload.currencyid, isThere: target !== undefined && inOrder(target, one) < 0 },
      wanted: { currencyId: one.payload.currencyid, isThere: true },
    };
  });
}

async function checkOrder({ chain, notarizations, finalizations, answers }: Facts): Promise<Check[]> {
  const ofOthers = notarizations.filter((one) => answers.has(`${one.at.txid}:${one.vout}`));
  const heights = new Set(finalizations.map(({ at }) => at.height));
  const known = new Map<number, Map<string, Untyped>>();
  for (const height of heights) {
    const listed = await listAnswers(chain, height);
    known.set(height, new Map(listed.map((one) => [`${one.txid}:${one.index}`, one])));
  }
  return ofOthers.map((one) => {
    const key = `${one.at.txid}:${one.vout}`;
    const steps = finalizations.filter((finalization) => targetOf(finalization) === key);
    const statuses = steps.map(({ payload }) => payload.status);
    const decided = statuses.filter((status) => status !== 'pending');
    const isOrdered = decided.length <= 1 && statuses.indexOf('pending', 1) === -1;
    return {
      record: `notarization ${key} at ${one.at.height}`,
      found: {
        isOrdered,
        steps: steps.map(({ at }) => known.get(at.height)?.get(key)?.status),
        last: answers.get(key)?.status,
      },
      wanted: {
        isOrdered: true,
        steps: steps.map(({ at }) => lastBy(steps, at.height)),
        last: lastBy(steps, Number.POSITIVE_INFINITY),
      },
    };
  });
}

function lastBy(steps: readonly Placed[], height: number): string {
  const last = steps.findLast(({ at }) => at.height <= height);
  return String(last?.payload.status ?? 'pending').toUpperCase();
}

function checkAnswers({ chain, notarizations, answers }: Facts): Check[] {
  const ofOthers = notarizations.filter(({ payload }) => !payload.samechain);
  expect(answers.size).toBe(ofOthers.length);
  return ofOthers.map(({ at, vout, payload }) => {
    const key = `${at.txid}:${vout}`;
    const { systemId, notarizedHeight, notarizedHash, blockHeight } = answers.get(key) ?? {};
    const root = (payload.proofroots ?? []).find(({ systemid }: Json) => systemid === payload.currencyid);
    return {
      record: `notarization ${key} at ${at.height} of ${chain.label}`,
      found: { systemId, height: Number(notarizedHeight), notarizedHash, blockHeight: Number(blockHeight) },
      wanted: {
        systemId: payload.currencyid,
        height: Number(payload.notarizationheight),
        notarizedHash: root?.blockhash ?? null,
        blockHeight: at.height,
      },
    };
  });
}

function checkRoots({ chain, notarizations }: Facts): Check[] {
  const roots: { record: string; root: Json }[] = notarizations.flatMap(({ at, vout, payload }) =>
    (payload.proofroots ?? []).map((root: Json) => ({
      record: `notarization ${at.txid}:${vout} at ${at.height}`,
      root,
    })),
  );
  return roots
    .filter(({ root }) => root.systemid === chain.network.chainId)
    .map(({ record, root }) => {
      const [own, next] = chain.raw.blocks.slice(Number(root.height), Number(root.height) + 2);
      return {
        record: `root of block ${root.height} in ${record}`,
        found: { hash: root.blockhash, state: root.stateroot },
        // A block commits to the state after the previous one.
        wanted: { hash: own?.hash, state: next?.prevmmrroot },
      };
    });
}
