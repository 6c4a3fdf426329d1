import { parentPort, workerData } from 'node:worker_threads';
import { GraphQLError, parse } from 'graphql';
import { divideOperation } from '../introspection.ts';
import { Planner } from '../planner.ts';
import type { PlanAnswer, PlanOutcome, PlanQuestion } from './planning-messages.ts';

// Runs in the planning thread, over the supergraph that it was started with.
const planner = new Planner(workerData);

parentPort?.on('message', (question: PlanQuestion) => {
  const began = performance.now();
  const outcome = planOf(question);
  parentPort?.postMessage({ ...outcome, ms: performance.now() - began } satisfies PlanAnswer);
});

function planOf({ source, operationName }: PlanQuestion): PlanOutcome {
  try {
    const operation = planner.operationOf(parse(source, { noLocation: true }), operationName);
    return { plan: planner.plan(divideOperation(operation, planner.introspections).planned) };
  } catch (error) {
    if (!(error instanceof GraphQLError)) return { failed: error };
    return { refused: { message: error.message, extensions: { ...error.extensions } } };
  }
}
