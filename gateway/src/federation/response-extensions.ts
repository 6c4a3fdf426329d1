import type { ApolloServerPlugin } from '@apollo/server';
import { faultIds } from '#/http/fault-ids.ts';
import { namePin } from '#/pin/tip.ts';
import { OUR_FAULTS } from './error-codes.ts';
import { isFault } from './format-error.ts';
import type { GraphContext } from './graph-context.ts';

/** Says in every response at which block of each chain it was read, gives faults the ids under which they are found, and logs their causes. */
export function responseExtensions(): ApolloServerPlugin<GraphContext> {
  return {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue }) {
          for (const error of errors.filter(isFault)) contextValue.logger.error({ err: error }, 'an operation failed');
        },
        async willSendResponse({ response, contextValue }) {
          if (response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          singleResult.extensions = { chain: contextValue.read.pins.map(namePin) };
          if (singleResult.errors === undefined) return;
          singleResult.errors = singleResult.errors.map((error) =>
            OUR_FAULTS.has(error.extensions?.code)
              ? { ...error, extensions: { ...error.extensions, ...faultIds(contextValue.requestId) } }
              : error,
          );
        },
      };
    },
  };
}
