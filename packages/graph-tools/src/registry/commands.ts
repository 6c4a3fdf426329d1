import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createKeyPair } from '@ledgergraph/service-kit/signature';
import { CompositionFailed, composeSupergraph } from '#/compose/compose-supergraph.ts';
import { checkSubgraph, type SchemaCheck } from './check-subgraph.ts';
import { describeCompositionErrors } from './composition-faults.ts';
import { writeBlob } from './git-blobs.ts';
import { publish, unpublish } from './publish.ts';
import { PublishedGraph } from './published-graph.ts';
import type { CandidateSubgraph } from './published-subgraph.ts';
import { Registry } from './registry.ts';
import { SUPERGRAPH_FILE, signSupergraph } from './sign-supergraph.ts';
import { readWorkingSubgraphs, teamBeside } from './working-subgraphs.ts';

export interface GraphArguments {
  subgraph: string | undefined;
  registry?: string | undefined;
  schema?: string | undefined;
  team?: string | undefined;
  'routing-url'?: string | undefined;
  'accept-break'?: string | undefined;
  out?: string | undefined;
  key?: string | undefined;
  serial?: string | undefined;
}

export interface Outcome {
  text: string[];
  failed: boolean;
}

/** @throws Error for unusable arguments or files */
export type GraphCommand = (args: GraphArguments) => Promise<Outcome>;

const repository = new URL('../../../../', import.meta.url);
const list = fileURLToPath(new URL('gateway/supergraph.yaml', repository));

export const COMMANDS: Partial<Record<string, GraphCommand>> = {
  check: async (args) => {
    const published = new PublishedGraph(await registryOf(args).list());
    const candidates = args.subgraph === undefined ? await readWorkingSubgraphs(list) : [await candidateOf(args)];
    const outcomes: Outcome[] = [];
    for (const candidate of candidates) {
      const check = await checkSubgraph(published, candidate, candidate.sdl);
      outcomes.push(report(candidate, check, `${candidate.name} (team ${candidate.team}) fits the published graph`));
    }
    return { text: outcomes.flatMap(({ text }) => text), failed: outcomes.some(({ failed }) => failed) };
  },

  publish: async (args) => {
    const candidate = await candidateOf(args);
    const isOurs = args.schema === undefined && args.registry === undefined;
    const options = {
      routingUrl: args['routing-url'],
      acceptBreak: args['accept-break'],
      writeBlob: isOurs ? writeBlob : undefined,
    };
    const { check, version } = await publish(registryOf(args), candidate, options);
    if (version === undefined) return report(candidate, check, '');
    return { text: [...check.breaks, `${candidate.name} is published as version ${version}`], failed: false };
  },

  delete: async (args) => {
    const name = subgraphOf(args);
    const { check, isRemoved } = await unpublish(registryOf(args), name, args['accept-break']);
    if (isRemoved) return { text: [...check.breaks, `${name} is no longer part of the graph`], failed: false };
    return report({ name }, check, '');
  },

  compose: async (args) => {
    const published = await registryOf(args).list();
    const dir = outOf(args);
    try {
      const { supergraphSdl, apiSdl } = composeSupergraph(published);
      await mkdir(dir, { recursive: true });
      await writeFile(join(dir, SUPERGRAPH_FILE), supergraphSdl);
      await writeFile(join(dir, 'api.graphql'), apiSdl);
    } catch (error) {
      if (!(error instanceof CompositionFailed)) throw error;
      return { text: describeCompositionErrors(error.errors, published), failed: true };
    }
    const versions = published.map(({ name, version }) => `${name} ${version}`).join(', ');
    return { text: [`composed ${versions} into ${dir}`], failed: false };
  },

  sign: async (args) => {
    if (args.key === undefined) throw new Error('--key <file>: the private key to sign with');
    const serial = await signSupergraph({
      dir: outOf(args),
      privateKey: await readFile(args.key, 'utf8'),
      published: await registryOf(args).list(),
      serial: args.serial === undefined ? undefined : Number(args.serial),
    });
    return { text: [`signed as serial ${serial} in ${outOf(args)}`], failed: false };
  },

  'create-key': async (args) => {
    const dir = outOf(args);
    const { privateKey, publicKey } = createKeyPair();
    await mkdir(dir, { recursive: true });
    // `wx`: a key that is in use must not be lost.
    await writeFile(join(dir, 'supergraph.key'), privateKey, { mode: 0o600, flag: 'wx' });
    await writeFile(join(dir, 'supergraph.pub'), publicKey, { flag: 'wx' });
    return { text: [`wrote supergraph.key and supergraph.pub into ${dir}`], failed: false };
  },
};

function report({ name }: Pick<CandidateSubgraph, 'name'>, check: SchemaCheck, whenGood: string): Outcome {
  const faults = [...check.compositionFaults, ...check.breaks];
  if (faults.length > 0) return { text: faults, failed: true };
  const additions = check.additions.map((line) => `  ${line}`);
  const news = additions.length === 0 ? [] : [`  ${name}: not published yet:`, ...additions];
  return { text: [whenGood, ...news], failed: false };
}

async function candidateOf(args: GraphArguments): Promise<CandidateSubgraph> {
  const name = subgraphOf(args);
  if (args.schema !== undefined) {
    const team = args.team ?? (await teamBeside(args.schema)) ?? name;
    return { name, team, sdl: await readFile(args.schema, 'utf8') };
  }
  const listed = (await readWorkingSubgraphs(list)).find((subgraph) => subgraph.name === name);
  if (listed === undefined) throw new Error(`gateway/supergraph.yaml lists no subgraph ${name}: name its --schema`);
  return { ...listed, team: args.team ?? listed.team };
}

function subgraphOf({ subgraph }: GraphArguments): string {
  if (subgraph === undefined) throw new Error('which subgraph?');
  return subgraph;
}

function registryDir({ registry }: GraphArguments): string {
  return registry ?? fileURLToPath(new URL('graph-registry', repository));
}

function registryOf(args: GraphArguments): Registry {
  return new Registry(registryDir(args), () => readWorkingSubgraphs(list));
}

function outOf(args: GraphArguments): string {
  return args.out ?? join(registryDir(args), 'supergraph');
}
