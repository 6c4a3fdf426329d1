import { parse as parseExpression } from '@bufbuild/cel';
import { readWebhookTypes, type WebhookType } from '@ledgergraph/graph-kit/webhook-types';
import { GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';

/** What is wrong with the types of webhook that the subgraphs declare: their operations, their expressions, and names that are taken. */
export function findWebhookFaults(supergraphSdl: string, api: GraphQLSchema): GraphQLError[] {
  const names = new Set<string>();
  let types: WebhookType[];
  try {
    types = readWebhookTypes(supergraphSdl).types;
  } catch (error) {
    return [new GraphQLError(`Subscription: a selection of a @webhook does not parse: ${(error as Error).message}`)];
  }
  return types.flatMap((type) => {
    const faults = [...(names.has(type.name) ? ['the name is taken'] : []), ...faultsOf(type, api)];
    names.add(type.name);
    const at = `[${type.subgraph}] Subscription.${type.field}: @webhook(name: "${type.name}")`;
    return faults.map((fault) => new GraphQLError(`${at}: ${fault}`));
  });
}

function faultsOf({ operation, more, lookup, where, lookupWith }: WebhookType, api: GraphQLSchema): string[] {
  const documents = [operation, more, lookup].filter((one) => one !== undefined);
  const expressions = [where, lookupWith].filter((one) => one !== undefined);
  return [
    ...documents.flatMap((text) => failures(() => validate(api, parse(text)).map(({ message }) => message))),
    ...expressions.flatMap((text) =>
      failures(() => {
        parseExpression(text);
        return [];
      }),
    ),
  ];
}

function failures(check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    return [(error as Error).message];
  }
}
