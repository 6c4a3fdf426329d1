import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import { listPayloads } from '@ledgergraph/test-kit/rules/raw-chain';
import { type Json, satoshisOf } from '@ledgergraph/test-kit/rules/raw-json';
import { type Rule, ruleSet } from '@ledgergraph/test-kit/rules/test-rules';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { listAll } from './list-all.ts';
import type { Verified, VerifiedName } from './open-verified.ts';

const PRELAUNCH_OR_REFUND = 2 | 4;
const KIND_FLAGS = { MINT: 0x20, BURN: 0x80 | 0x100 };

interface State {
  record: string;
  currencyId: string;
  txid: string;
  /** Difference of the supply to the state before. */
  change: bigint;
  supply: bigint;
}

interface Facts {
  chain: Verified;
  states: State[];
  events: Map<string, Json[]>;
}

const CHAINS = ['vrsctest-a', 'pchain-a', 'mempool-a', 'generated'] as const;
/** Title, records of the recordings, and check. */
const RULES: readonly Rule<Facts>[] = [
  { title: 'the events of an import add up to the change of the supply', counts: [54, 5, 14, -1], list: checkChanges },
  { title: 'the supply behind an event is the sum of all events up to it', counts: [112, 3, 9, -1], list: checkSums },
  {
    title: 'each mint that was paid makes what it mints',
    counts: [4, 1, 4, -1],
    list: (facts) => checkTransfers(facts, 'MINT', 1n),
  },
  {
    title: 'each burn of the currency itself takes what it burns',
    counts: [4, 1, 4, -1],
    list: (facts) => checkTransfers(facts, 'BURN', -1n),
  },
];

export const SUPPLIES = ruleSet<VerifiedName, Verified, Facts>({
  subject: 'supply events',
  chains: CHAINS,
  rules: RULES,
  async read(chain: Verified): Promise<Facts> {
    const states = readStates(chain);
    const events = new Map<string, Json[]>();
    for (const id of new Set(states.map(({ currencyId }) => currencyId))) {
      const args = `, currency: "${id}", order: ASC`;
      events.set(id, await listAll(chain, 'supplyEvents', args, 'kind amount supply txid'));
    }
    return { chain, states, events };
  },
});

/** The first state counts from nothing. */
function readStates({ raw }: Verified): State[] {
  const local = new Set(
    listPayloads(raw, 'currencydefinition')
      .filter(({ payload }) => payload.systemid === raw.chainId && payload.currencyid !== raw.chainId)
      .map(({ payload }) => payload.currencyid),
  );
  const supplies = new Map<string, bigint>();
  const importing = new Set(listPayloads(raw, 'crosschainimport').map(({ at }) => at.txid));
  const outputs = raw.transactions.flatMap((at) =>
    at.json.vout.map(({ n, scriptPubKey }: Json) => ({ at, n, scriptPubKey })),
  );
  return outputs.flatMap(({ at, n, scriptPubKey }) => {
    const notarization = scriptPubKey.acceptednotarization ?? scriptPubKey.earnednotarization;
    if (notarization === undefined) return [];
    const { currencyid: currencyId, currencystate } = notarization;
    if (!local.has(currencyId) || !importing.has(at.txid)) return [];
    if ((Number(currencystate.flags) & PRELAUNCH_OR_REFUND) !== 0) return [];
    const supply = satoshisOf(currencystate.supply);
    const change = supply - (supplies.get(currencyId) ?? 0n);
    supplies.set(currencyId, supply);
    const record = `state of ${currencyId} in ${at.txid}:${n} at ${at.height}`;
    return [{ record, currencyId, txid: at.txid, change, supply }];
  });
}

const sum = (events: readonly Json[]): bigint =>
  events.reduce((total: bigint, { amount }) => total + satoshisFromDecimalText(amount), 0n);

function checkChanges({ states, events }: Facts): Check[] {
  return states.map(({ record, currencyId, txid, change, supply }) => {
    const own = (events.get(currencyId) ?? []).filter((event) => event.txid === txid);
    const last = own.at(-1);
    return {
      record,
      found: { change: sum(own), supply: last === undefined ? supply : satoshisFromDecimalText(last.supply) },
      wanted: { change, supply },
    };
  });
}

function checkSums({ events }: Facts): Check[] {
  return [...events].flatMap(([currencyId, own]) =>
    own.map((event, index) => ({
      record: `${event.kind} of ${currencyId} in ${event.txid}`,
      found: satoshisFromDecimalText(event.supply),
      wanted: sum(own.slice(0, index + 1)),
    })),
  );
}

function checkTransfers({ chain, events }: Facts, kind: 'MINT' | 'BURN', sign: bigint): Check[] {
  const spent = listPayloads(chain.raw, 'reservetransfer').flatMap(({ at, vout, payload }) => {
    if ((Number(payload.flags) & KIND_FLAGS[kind]) === 0 || chain.raw.spend(`${at.txid}:${vout}`) === undefined)
      return [];
    const [[fromId, text] = ['', '0']] = Object.entries<string>(payload.currencyvalues);
    // A mint has the native currency as its key, although another one is made.
    const currencyId = kind === 'MINT' ? payload.destinationcurrencyid : fromId;
    // Elsewhere it is a burned reserve, which stays in its basket.
    const isOwn = payload.destinationcurrencyid === currencyId;
    return isOwn && events.has(currencyId) ? [{ currencyId, amount: sign * satoshisOf(text) }] : [];
  });
  return [...events].map(([currencyId, own]) => ({
    record: `${kind} of ${currencyId}`,
    found: own.filter((event) => event.kind === kind).map(({ amount }) => satoshisFromDecimalText(amount)),
    wanted: spent.filter((one) => one.currencyId === currencyId).map(({ amount }) => amount),
  }));
}
