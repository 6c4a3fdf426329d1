import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import type { RecordingName } from '@ledgergraph/test-kit/normalized-blocks';

// Facts as the node printed them, without any code of the service.

export interface RawPayout {
  txid: string;
  index: number;
  address: string;
  currencyId: string;
  amount: bigint;
}

export interface RawNotarization {
  txid: string;
  index: number;
  height: number;
  systemId: string;
  notarizedHeight: number;
  notarizedHash: string;
}

export interface RawBlock {
  height: number;
  hash: string;
  time: number;
  size: number;
  transactions: number;
  isStaked: boolean;
  /** First address of the coinbase that is not one of the protocol's own. */
  producer: string;
  difficulty: string;
  chainWork: bigint;
  chainStake: bigint;
  fees: bigint;
  coinbase: bigint;
  payouts: RawPayout[];
  /** By currency; null: the coinbase states none. */
  pool: Record<string, bigint> | null;
  stake: { owner: string; producer: string; value: bigint; madeAt: number } | null;
  notarizations: RawNotarization[];
  decided: [target: string, status: string][];
}

const NO_OWNERS = new Set([
  'RCG8KwJNDVwpUBcdoa6AoHqHVJsA1uMYMR',
  'RQ55dLQ7uGnLx8scXfkaFV6QS6qVBGyxAG',
  'RFw9AVfgNKcHe2Vp2eyzHrX65aFD9Ky8df',
]);
const NO_TXID = '0'.repeat(64);

// biome-ignore lint/suspicious/noExplicitAny: the node's own JSON, whose numbers keep their text
type Json = any;

/** The recorded amounts have up to 8 decimals. */
function satoshis(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

export function readRawBlocks(name: RecordingName): RawBlock[] {
  const { meta, blocks } = readRecording(recordingDir(name));
  const heights = new Map<string, number>();
  return Array.from(blocks(), ({ block }) => {
    const json: Json = block;
    for (const { txid } of json.tx) heights.set(txid, Number(json.height));
    return readRawBlock(json, meta.chainId, heights);
  });
}

function readRawBlock(block: Json, chainId: string, heights: ReadonlyMap<string, number>): RawBlock {
  const height = Number(block.height);
  const [coinbase, ...others] = block.tx;
  const scripts = coinbase.vout.map(({ scriptPubKey }: Json) => scriptPubKey);
  const pool = scripts.find((script: Json) => script.feepool !== undefined)?.feepool.currencyvalues;
  const stake = block.tx.at(-1);
  const isStaked = block.validationtype === 'stake';
  return {
    height,
    hash: block.hash,
    time: Number(block.time),
    size: Number(block.size),
    transactions: block.tx.length,
    isStaked,
    producer:
      scripts.flatMap(({ addresses = [] }: Json) => addresses).find((address: string) => !NO_OWNERS.has(address)) ?? '',
    difficulty: String(block.difficulty),
    chainWork: BigInt(`0x${block.chainwork}`),
    chainStake: BigInt(`0x${block.chainstake}`),
    fees: others.reduce((sum: bigint, { vin, vout, valueBalanceZat = '0' }: Json) => {
      const value = (all: Json[]) => all.reduce((total: bigint, { valueSat }) => total + BigInt(String(valueSat)), 0n);
      return sum + value(vin) - value(vout) + BigInt(String(valueBalanceZat));
    }, 0n),
    coinbase: coinbase.vout.reduce((total: bigint, { valueSat }: Json) => total + BigInt(String(valueSat)), 0n),
    payouts: coinbase.vout.flatMap((output: Json) => readPayouts(output, coinbase.txid, chainId)),
    pool:
      pool === undefined
        ? null
        : Object.fromEntries(Object.entries(pool).map(([id, coins]) => [id, satoshis(String(coins))])),
    stake: isStaked
      ? {
          owner: block.postxddest,
          producer: block.posrewarddest,
          value: BigInt(String(stake.vout[0].valueSat)),
          madeAt: heights.get(block.possourcetxid) ?? Number.NaN,
        }
      : null,
    ...readDecisions(block.tx, height),
  };
}

function readPayouts({ n, valueSat, scriptPubKey }: Json, txid: string, chainId: string): RawPayout[] {
  const address = (scriptPubKey.addresses ?? []).find((candidate: string) => !NO_OWNERS.has(candidate));
  if (address === undefined) return [];
  const tokens = Object.entries(scriptPubKey.reserveoutput?.currencyvalues ?? {});
  const amounts: [string, bigint][] = [
    [chainId, BigInt(String(valueSat))],
    ...tokens.filter(([id]) => id !== chainId).map(([id, coins]): [string, bigint] => [id, satoshis(String(coins))]),
  ];
  return amounts
    .filter(([, amount]) => amount > 0n)
    .map(([currencyId, amount]) => ({ txid, index: Number(n), address, currencyId, amount }));
}

function readDecisions(transactions: Json[], height: number): Pick<RawBlock, 'notarizations' | 'decided'> {
  const notarizations: RawNotarization[] = [];
  const decided: [string, string][] = [];
  for (const { txid, vout } of transactions) {
    for (const { n, scriptPubKey } of vout) {
      const { earnednotarization, acceptednotarization, finalizenotarization } = scriptPubKey;
      const notarization = earnednotarization ?? acceptednotarization;
      if (notarization !== undefined && !notarization.samechain) {
        const { currencyid: systemId, notarizationheight, proofroots } = notarization;
        const notarizedHash = proofroots.find((root: Json) => root.systemid === systemId)?.blockhash;
        notarizations.push({
          txid,
          index: Number(n),
          height,
          systemId,
          notarizedHeight: Number(notarizationheight),
          notarizedHash,
        });
      }
      if (finalizenotarization !== undefined) {
        const { output, status } = finalizenotarization;
        decided.push([`${output.txid === NO_TXID ? txid : output.txid}:${output.voutnum}`, status]);
      }
    }
  }
  return { notarizations, decided };
}
