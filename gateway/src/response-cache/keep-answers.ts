import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphContext } from '#/federation/graph-context.ts';
import { readsFinalBlocks, readsTheMoment } from './never-kept.ts';

/** Tells the request's flight whether its answer may be kept: one without errors, that follows from the flight's pins alone. */
export function keepAnswers(): ApolloServerPlugin<GraphContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, document, operation, request, contextValue: { flight } }) {
          if (flight === undefined || operation === undefined) return;
          // At once: equal requests wait for it.
          if (readsTheMoment(schema, document)) flight.drop();
          else flight.isFinal = readsFinalBlocks(schema, operation, request.variables ?? {}, flight.pins);
        },
        async willSendResponse({ response: { body }, contextValue: { flight, read } }) {
          if (flight === undefined) return;
          const isWhole =
            body.kind === 'single' && body.singleResult.errors === undefined && body.singleResult.data != null;
          // A lost pin made the operation run again, at others.
          if (!isWhole || read.pins !== flight.pins) flight.drop();
        },
      };
    },
  };
}
