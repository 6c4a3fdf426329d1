import { parse as parseExpression } from '@bufbuild/cel';
import { directivesOf, textArgument } from '@ledgergraph/graph-kit/schema-nodes';
import { graphOf, OWN_GRAPH } from '@ledgergraph/graph-kit/subgraph-names';
import { readWebhookTypes, type WebhookType } from '@ledgergraph/graph-kit/webhook-types';
import { GraphQLError, type GraphQLSchema, Kind, parse, validate } from 'graphql';

export interface WebhookFindings {
  faults: GraphQLError[];
  /** Types that no gateway offers until a subgraph has a field. */
  hints: string[];
}

export function findWebhookFaults(supergraphSdl: string, api: GraphQLSchema): WebhookFindings {
  const names = new Set<string>();
  const shared = sharedEntities(supergraphSdl);
  const findings: WebhookFindings = { faults: [], hints: [] };
  let types: WebhookType[];
  try {
    types = readWebhookTypes(supergraphSdl).types;
  } catch (error) {
    const message = `Subscription: a selection of a @webhook does not parse: ${(error as Error).message}`;
    return { ...findings, faults: [new GraphQLError(message)] };
  }
  for (const type of types) {
    const at = `[${type.subgraph}] Subscription.${type.field}: @webhook(name: "${type.name}")`;
    if (names.has(type.name)) findings.faults.push(new GraphQLError(`${at}: the name is taken`));
    names.add(type.name);
    for (const fault of faultsOf(type, api)) {
      if (shared.has(MISSING_FIELD.exec(fault)?.[1] ?? '')) findings.hints.push(`${at} is not offered: ${fault}`);
      else findings.faults.push(new GraphQLError(`${at}: ${fault}`));
    }
    for (const fault of faultsOfNamed(type, api)) {
      if (MISSING_FIELD.exec(fault)?.[1] === 'Query') findings.hints.push(`${at} takes no names: ${fault}`);
      else findings.faults.push(new GraphQLError(`${at}: named: ${fault}`));
    }
  }
  return findings;
}

const MISSING_FIELD = /^Cannot query field "\w+" on type "(\w+)"/;

/** A field of theirs may come and go with another team's service. */
function sharedEntities(supergraphSdl: string): ReadonlySet<string> {
  return new Set(
    parse(supergraphSdl, { noLocation: true }).definitions.flatMap((one) => {
      if (one.kind !== Kind.OBJECT_TYPE_DEFINITION) return [];
      const graphs = new Set(
        directivesOf(one, 'join__type')
          .filter((join) => textArgument(join, 'key') !== undefined)
          .map(graphOf),
      );
      // The gateway's own part has each entity of an event.
      graphs.delete(OWN_GRAPH);
      return graphs.size > 1 ? [one.name.value] : [];
    }),
  );
}

function faultsOfNamed({ variables }: WebhookType, api: GraphQLSchema): string[] {
  const texts = variables.flatMap(({ objects }) => objects?.named ?? []);
  return texts.flatMap((text) => failures(() => validate(api, parse(text)).map(({ message }) => message)));
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
