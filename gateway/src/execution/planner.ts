import { type Operation, operationFromDocument, type Schema, Supergraph } from '@apollo/federation-internals';
import { type QueryPlan, QueryPlanner } from '@apollo/query-planner';
import { type DocumentNode, GraphQLError, type GraphQLSchema } from 'graphql';
import { coded } from '#/errors/format-error.ts';
import { readScalarArguments } from '#/operation/read-scalar-arguments.ts';
import { KnownIntrospections } from './known-introspections.ts';

/** Compared for one operation. Each operation of our own graph has one plan. */
const PLANS_MAX = 200;
/** To one field. */
const WAYS_MAX = 200;

/** The planner's messages for an operation beyond its bounds. */
const TOO_MUCH = /^(Too many options|Number of non-local selections)/;

export class Planner {
  /** That clients see: validation, variables and introspection read it. */
  readonly apiSchema: GraphQLSchema;
  readonly introspections: KnownIntrospections;
  /** The types of `apiSchema` as the planner has them. */
  readonly apiTypes: Schema;
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
    this.#planner = new QueryPlanner(supergraph, {
      debug: { maxEvaluatedPlans: PLANS_MAX, pathsLimit: WAYS_MAX },
    });
  }

  /** @throws GraphQLError where the name chooses none */
  operationOf(document: DocumentNode, operationName: string | undefined): Operation {
    return operationFromDocument(this.apiTypes, document, operationName ? { operationName } : {});
  }

  /** Synchronous, takes milliseconds: keep the plan. @throws GraphQLError where there is no plan, or it would be too much work */
  plan(operation: Operation): QueryPlan {
    try {
      return this.#planner.buildQueryPlan(operation);
    } catch (error) {
      if (!(error instanceof Error && TOO_MUCH.test(error.message))) throw error;
      const message = 'There are too many ways to answer this operation. Please ask for less at once.';
      throw coded(new GraphQLError(message), 'GRAPHQL_VALIDATION_FAILED');
    }
  }
}
