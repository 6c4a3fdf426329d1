import type { Block, Output, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { findAmounts, readText } from '@ledgergraph/verus-protocol/json-members';
import { findDefinitionPayload, readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { findNotarization, type NotarizedState } from '@ledgergraph/verus-protocol/payloads/notarization';
import { findPayload } from '@ledgergraph/verus-protocol/payloads/payload';
import type { LaunchTerms } from '#/launches/launch.ts';

export interface AnnouncedLaunch extends LaunchTerms {
  txIndex: number;
  vout: number;
}

export interface LaunchingState {
  currencyId: string;
  txIndex: number;
  vout: number;
  /** See CURRENCY_STATE_FLAGS of verus-protocol. */
  flags: number;
  /** Units of each currency for one unit of the launched one. */
  prices: ReadonlyMap<string, bigint>;
}

export interface LaunchBlock {
  height: number;
  launches: readonly AnnouncedLaunch[];
  states: readonly LaunchingState[];
}

export function readLaunches({ height, chainId, transactions }: Block): LaunchBlock {
  return {
    height,
    launches: transactions.flatMap((transaction) => readAnnounced(transaction, chainId)),
    states: transactions.flatMap(readStates),
  };
}

/** A definition from another chain was launched there. A mapped one has no state beside it (definecurrency in rpc/pbaasrpc.cpp). */
function readAnnounced({ index: txIndex, outputs }: Transaction, chainId: string): AnnouncedLaunch[] {
  return outputs.flatMap((output) => {
    const payload = findDefinitionPayload(output);
    const definition = payload && readDefinition(payload);
    if (payload === undefined || definition?.launchSystemId !== chainId) return [];
    if (!outputs.some((other) => isStateOf(other, definition.currencyId))) return [];
    const minimums = findAmounts(payload, 'minpreconversion');
    const maximums = findAmounts(payload, 'maxpreconversion');
    const { currencyId, startBlock, reserveWeights, preallocations } = definition;
    const reserves = reserveWeights.map((reserve, index) => ({
      currencyId: reserve.currencyId,
      minimum: minimums[index] ?? 0n,
      maximum: maximums[index] ?? null,
    }));
    return [{ currencyId, startBlock, reserves, preallocations, txIndex, vout: output.index }];
  });
}

function isStateOf(output: Output, currencyId: string): boolean {
  const payload = findPayload(output, 'acceptednotarization');
  return payload !== undefined && readText(payload, 'currencyid') === currencyId;
}

function readStates({ index: txIndex, outputs }: Transaction): LaunchingState[] {
  return outputs.flatMap((output) => {
    if (output.kind !== 'acceptednotarization') return [];
    return statesIn(output).map(({ currencyId, state: { flags, reserves } }) => {
      const prices = reserves.flatMap(({ currencyId: id, lastConversionPrice }) =>
        lastConversionPrice === null ? [] : [[id, lastConversionPrice] as const],
      );
      return { currencyId, txIndex, vout: output.index, flags, prices: new Map(prices) };
    });
  });
}

/** States of a running currency stand behind its imports; those of a chain launched here, and of its converter, in notarizations. */
function statesIn(output: Output): NotarizedState[] {
  const { payloadJson } = output;
  const isOfChain = !payloadJson.includes('"samechain"');
  if (!isOfChain && !payloadJson.includes('"prelaunch"')) return [];
  const notarization = findNotarization(output);
  if (notarization === undefined) return [];
  const { own, others } = notarization;
  if ((own.state.flags & CURRENCY_STATE_FLAGS.PRELAUNCH) !== 0) return [own];
  if (!isOfChain) return [];
  return [own, ...others].filter(({ state }) => (state.flags & CURRENCY_STATE_FLAGS.LAUNCH_COMPLETE) !== 0);
}
