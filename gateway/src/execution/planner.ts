import { type Operation, operationFromDocument, type Schema, Supergraph } from '@apollo/federation-internals';
import { type QueryPlan, QueryPlanner } from '@apollo/query-planner';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { readScalarArguments } from '#/operation/read-scalar-arguments.ts';
import { KnownIntrospections } from './known-introspections.ts';

/** Apollo's query planner over one supergraph, with the schemas that belong to it. */
export class Planner {
  /** The schema that clients see: validation, variables and introspection read it. */
  readonly apiSchema: GraphQLSchema;
  /** The answers to what clients ask of that schema. */
  readonly introspections: KnownIntrospections;
  /** The same types as the planner has them. */
  readonly apiTypes: Schema;
  /** The whole graph's types, which the conditions of a plan name. */
  readonly supergraph: Schema;
  readonly #planner: QueryPlanner;

  /** @throws Error when it is no supergraph */
  constructor(supergraphSdl: string) {
    // Composition has validated it.
    const supergraph = Supergraph.build(supergraphSdl, { validateSupergraph: false });
    this.supergraph = supergraph.schema;
    this.apiTypes = supergraph.apiSchema();
    this.apiSchema = this.apiTypes.toGraphQLJSSchema();
    readScalarArguments(this.apiSchema);
    this.introspections = new KnownIntrospections(this.apiSchema);
    this.#planner = new QueryPlanner(supergraph);
  }

  /** One operation of a valid document, as the planner takes it. @throws GraphQLError where the name chooses none */
  operationOf(document: DocumentNode, operationName: string | undefined): Operation {
    return operationFromDocument(this.apiTypes, document, operationName ? { operationName } : {});
  }

  /** Takes milliseconds, synchronously: keep the plan. @throws GraphQLError where there is no plan */
  plan(operation: Operation): QueryPlan {
    return this.#planner.buildQueryPlan(operation);
  }
}
