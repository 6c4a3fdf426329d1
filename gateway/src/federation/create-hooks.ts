import { faultIds } from '@ledgergraph/service-kit/http/send-error';
import type { GraphQLFormattedError } from 'graphql';
import { COST_MAX_DEFAULT } from '#/cost/cost-formula.ts';
import { type CostLimit, limitCost } from '#/cost/limit-cost.ts';
import { OUR_FAULTS } from '#/errors/error-codes.ts';
import { isFault } from '#/errors/format-error.ts';
import { namesIn, pathWithin } from '#/errors/path-within.ts';
import { readMomentary } from '#/events/event-fields.ts';
import { outcomeOf } from '#/execution/outcome-of.ts';
import type { OperationHook } from '#/operation/operation-hooks.ts';
import { listPoolMarks } from '#/pin/pool-marks.ts';
import { namePin, type Tip } from '#/pin/tip.ts';
import { keepAnswers } from '#/response-cache/keep-answers.ts';
import { limitSending } from '#/sending/limit-sending.ts';
import { refuseTexts } from '#/texts/refuse-texts.ts';

export function createHooks(supergraphSdl: string, cost: CostLimit = { max: COST_MAX_DEFAULT }): OperationHook[] {
  return [
    responseExtensions,
    refuseTexts,
    limitCost(supergraphSdl, cost),
    limitSending,
    noteOutcome,
    keepAnswers(readMomentary(supergraphSdl)),
  ];
}

export const noteOutcome: OperationHook = () => ({
  willSendResponse({ response: { result }, contextValue }) {
    contextValue.noteOutcome?.(outcomeOf(result));
  },
});

/** Pins stay the same from one block to the next. */
const named = new WeakMap<readonly Tip[], readonly object[]>();

/**
 * Names in each response the block of each chain and, for pending data, the time of the mempool. Adds request and trace ids to internal
 * errors, and logs their causes.
 */
const responseExtensions: OperationHook = () => ({
  didEncounterErrors({ errors, contextValue }) {
    for (const error of errors.filter(isFault)) contextValue.logger.error({ err: error }, 'an operation failed');
  },
  willSendResponse({ response, contextValue, source }) {
    const { result } = response;
    const { pins, poolMarks } = contextValue.read;
    const chain = namePins(pins);
    result.extensions = poolMarks.size === 0 ? { chain } : { chain, pending: listPoolMarks(poolMarks) };
    if (result.errors === undefined) return;
    // A result without data: the request could not be read, unless the fault is ours.
    if (result.data === undefined && result.errors.some(isInternal)) response.http.status = 500;
    const names = namesIn(source);
    result.errors = result.errors.map((error) => {
      const placed = { ...error, ...(error.path !== undefined && { path: pathWithin(names, error.path) }) };
      if (!OUR_FAULTS.has(error.extensions?.code)) return placed;
      return { ...placed, extensions: { ...error.extensions, ...faultIds(contextValue.requestId) } };
    });
  },
});

function namePins(pins: readonly Tip[]): readonly object[] {
  const known = named.get(pins) ?? pins.map(namePin);
  named.set(pins, known);
  return known;
}

function isInternal({ extensions }: GraphQLFormattedError): boolean {
  return extensions?.code === 'INTERNAL_SERVER_ERROR';
}
