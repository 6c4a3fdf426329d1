import { readFee } from '@ledgergraph/chain-kit/chain/transaction-fee';
import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import { type Json, satoshisOf } from '@ledgergraph/test-kit/rules/raw-json';
import { decimalText, satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Verified } from './open-verified.ts';
import { COIN, FLAG, type Placed, preallocationsOf, type RawLaunch } from './raw-launches.ts';

/** A tokenised control costs a ten-thousandth of other currencies. */
const TOKENIZED_CONTROL = 0x800;

export interface LaunchFacts {
  chain: Verified;
  launches: RawLaunch[];
  answers: Map<string, Json>;
  imports: Map<string, Json>;
  transfers: Map<string, Json>;
  supplies: Map<string, string>;
}

export const keyOf = ({ at, vout }: Placed) => `${at.txid}:${vout}`;
export const recordOf = ({ name, currencyId, at }: RawLaunch) =>
  `launch of ${name} (${currencyId}), defined at ${at.height}`;

function feeIn({ chain }: LaunchFacts, { height, txIndex }: { height: number; txIndex: number }): bigint | null {
  const transaction = chain.blocks[height]?.transactions[txIndex];
  return transaction === undefined ? null : readFee(transaction);
}

function halfFee({ definition }: RawLaunch): bigint {
  return (Number(definition.options) & TOKENIZED_CONTROL) === 0 ? 100n * COIN : COIN / 100n;
}

export function checkFees(facts: LaunchFacts): Check[] {
  const native = facts.chain.network.chainId;
  return facts.launches.map((launch) => {
    const half = halfFee(launch);
    const scripts: Json[] = launch.at.json.vout.map(({ scriptPubKey }: Json) => scriptPubKey);
    const exported = scripts.find(({ crosschainexport }) => crosschainexport !== undefined)?.crosschainexport;
    const held = launch.at.json.vout.filter(({ scriptPubKey }: Json) => scriptPubKey.reservedeposit !== undefined);
    return {
      record: recordOf(launch),
      found: {
        fee: feeIn(facts, launch.at),
        exported: Object.entries<string>(exported?.totalamounts ?? {}).map(([id, text]) => [id, satoshisOf(text)]),
        flags: Number(exported?.flags) & FLAG.definition,
        held: held.map(({ value }: Json) => satoshisOf(value)),
      },
      wanted: { fee: half, exported: [[native, half]], flags: FLAG.definition, held: [half] },
    };
  });
}

export function checkInitial({ launches, transfers }: LaunchFacts): Check[] {
  return launches.flatMap((launch) =>
    launch.at.json.vout.flatMap(({ scriptPubKey }: Json, vout: number) => {
      if (scriptPubKey.reservetransfer === undefined) return [];
      const key = `${launch.at.txid}:${vout}`;
      const { destination } = transfers.get(key) ?? {};
      return [{ record: `transfer ${key} of the ${recordOf(launch)}`, found: destination, wanted: launch.currencyId }];
    }),
  );
}

export async function checkStages({ chain, launches }: LaunchFacts): Promise<Check[]> {
  const checks: Check[] = [];
  for (const launch of launches) {
    const { startBlock, clearing, isConfirmed, currencyId } = launch;
    const found: unknown[] = [];
    for (const height of [startBlock, startBlock + 1, startBlock + 2]) {
      const query = `{ launches(chainId: "${chain.network.chainId}", limit: 100, asOf: { height: ${height} }) {
        launches { currency { currencyId } launchState } } }`;
      const all: Json[] = (await chain.stand.data(query)).launches.launches;
      found.push(all.find(({ currency }) => currency.currencyId === currencyId)?.launchState);
    }
    const { height } = clearing?.at ?? {};
    const { sourceheightend, numinputs } = clearing?.payload ?? {};
    checks.push({
      record: recordOf(launch),
      found: { statuses: found, height, until: Number(sourceheightend), transfers: Number(numinputs ?? 0) },
      wanted: {
        statuses: isConfirmed ? ['PRELAUNCH', 'LAUNCHED', 'COMPLETE'] : ['PRELAUNCH', 'REFUNDING', 'REFUNDING'],
        height: startBlock + 1,
        until: startBlock - 1,
        transfers: 0,
      },
    });
  }
  return checks;
}

/** As of the last block before the decision, since an import corrects later. */
export async function checkGathered({ chain, launches }: LaunchFacts): Promise<Check[]> {
  const checks: Check[] = [];
  for (const launch of launches) {
    const query = `{ launches(chainId: "${chain.network.chainId}", limit: 100, asOf: { height: ${launch.startBlock} }) {
      launches { currency { currencyId } reserves { currency { currencyId } accepted } } } }`;
    const all: Json[] = (await chain.stand.data(query)).launches.launches;
    const answer = all.find(({ currency }) => currency.currencyId === launch.currencyId);
    checks.push({
      record: recordOf(launch),
      found: answer?.reserves.map(({ currency, accepted }: Json) => [currency.currencyId, accepted]),
      wanted: launch.reserveIds.map((id) => [id, decimalText(launch.accepted.get(id) ?? 0n)]),
    });
  }
  return checks;
}

export function checkFirstImport(facts: LaunchFacts): Check[] {
  return facts.launches.map((launch) => {
    const first = launch.imports.find(({ payload }) => (Number(payload.flags) & FLAG.initial) !== 0);
    const answer = first && facts.imports.get(keyOf(first));
    const given = launch.isConfirmed ? preallocationsOf(launch) : [];
    const fee = first && feeIn(facts, first.at);
    return {
      record: recordOf(launch),
      found: {
        height: first?.at.height,
        export: first?.payload.exporttxid,
        paid: answer?.payouts.map(({ index, address, currencyId, amount }: Json) => [
          index,
          address,
          currencyId,
          amount,
        ]),
        fee: (fee ?? 0n) + satoshisFromDecimalText(answer?.exporterReward ?? '0'),
      },
      wanted: {
        height: launch.startBlock + 2,
        export: launch.at.txid,
        paid: given.map(({ address, amount }, index) => [index + 2, address, launch.currencyId, decimalText(amount)]),
        fee: halfFee(launch),
      },
    };
  });
}

export function checkImports({ launches, imports }: LaunchFacts): Check[] {
  return launches.flatMap((launch) => {
    const { exports, clearing, isConfirmed, isBasket, startBlock } = launch;
    const ending = isConfirmed ? (isBasket ? 0x31 : 0x30) : isBasket ? 0x25 : 0x24;
    return [...exports, ...(clearing === undefined ? [] : [clearing])].map((exported) => {
      const named = [...imports.values()].filter((one) => {
        return one.export?.txid === exported.at.txid && one.export?.index === exported.vout;
      });
      const raw = launch.imports.filter(({ payload }) => {
        return payload.exporttxid === exported.at.txid && Number(payload.exporttxout) === exported.vout;
      });
      const [last] = raw;
      const state = launch.states.find(({ at }) => at.txid === last?.at.txid);
      const isLast = exported === clearing;
      return {
        record: `export ${keyOf(exported)} of the ${recordOf(launch)}`,
        found: {
          imports: named.map(({ txid, index }) => `${txid}:${index}`),
          flags: Number(last?.payload.flags),
          isAfter: (last?.at.height ?? 0) >= startBlock + 2,
          ending: isLast ? Number(state?.payload.currencystate.flags) : null,
        },
        wanted: { imports: raw.map(keyOf), flags: 12, isAfter: true, ending: isLast ? ending : null },
      };
    });
  });
}

export function checkConfirmed({ launches, answers }: LaunchFacts): Check[] {
  return launches.map((launch) => ({
    record: recordOf(launch),
    found: answers.get(launch.currencyId)?.launchState,
    wanted: launch.isConfirmed ? 'COMPLETE' : 'REFUNDING',
  }));
}
