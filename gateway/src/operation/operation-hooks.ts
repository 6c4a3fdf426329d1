import type { ApolloServerPlugin, GraphQLRequestContext, GraphQLRequestListener } from '@apollo/server';
import type { GraphContext } from './graph-context.ts';

/** What Apollo's server tells of one operation. */
export type Told = GraphQLRequestContext<GraphContext>;

type Apollo = Required<GraphQLRequestListener<GraphContext>>;
type Heard<Name extends 'didResolveOperation' | 'didEncounterErrors' | 'willSendResponse'> = (
  told: Parameters<Apollo[Name]>[0],
) => void;

/** What has its say about one operation, at once: on the short path nobody waits for it. */
export interface OperationListener {
  /** The operation is valid and chosen. Throws to refuse it. */
  didResolveOperation?: Heard<'didResolveOperation'>;
  didEncounterErrors?: Heard<'didEncounterErrors'>;
  willSendResponse?: Heard<'willSendResponse'>;
}

/** Called for each operation. One that keeps nothing of an operation gives the same listener each time. */
export type OperationHook = () => OperationListener;

/** The same for Apollo's server, whose plugins promise. */
export function toPlugin(hook: OperationHook): ApolloServerPlugin<GraphContext> {
  return {
    async requestDidStart() {
      const listener = hook();
      return {
        async didResolveOperation(told) {
          listener.didResolveOperation?.(told);
        },
        async didEncounterErrors(told) {
          listener.didEncounterErrors?.(told);
        },
        async willSendResponse(told) {
          listener.willSendResponse?.(told);
        },
      };
    },
  };
}
