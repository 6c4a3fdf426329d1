import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyChangedSchema, KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { readServiceSchema } from '@ledgergraph/test-kit/service-schema';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { type Answer, GatewayStand, PEPPER, type StandOptions, TEST_CHAIN } from './gateway-stand.ts';
import { compose } from './signed-supergraph.ts';

/** For a schema that lacks this part of the contract. */
const CONTRACT = `
  type Mutation { sendTransaction(chainId: String, hex: String!): SentTransaction! }
  type SentTransaction { txid: String! state: TransactionState! isNew: Boolean! }
  enum TransactionState { PENDING CONFIRMED EXPIRED CONFLICTED REMOVED }
  type Mempool { chainId: String! size: BigInt! bytes: BigInt! readAt: DateTime! }
  extend type Query { mempool(chainId: String): Mempool! }
`;
const PAYEE = 'extend type SentTransaction { payee: Address }';

const TEXT = readServiceSchema('blocks');
const SCHEMA = `${TEXT.includes('sendTransaction(') ? '' : CONTRACT}\n${PAYEE}`;

export const TXID = 'ab'.repeat(32);
export const HEX = '0400008085202f89'.repeat(40);
export const SEND = 'mutation Send($hex: String!) { sendTransaction(hex: $hex) { txid state isNew } }';
export const SENT = { txid: TXID, state: 'PENDING', isNew: true };
export const MARK = {
  chainId: TEST_CHAIN,
  readAt: '2026-11-24T07:00:00.000Z',
  tipHeight: 101,
  tipHash: 'cd'.repeat(32),
};

export class SendingStand extends GatewayStand {
  #dir = '';

  override async start(options?: StandOptions): Promise<void> {
    this.#dir = await mkdtemp(join(tmpdir(), 'sending-'));
    const file = join(this.#dir, 'supergraph.graphql');
    await writeFile(file, compose(SCHEMA));
    const supergraph = { SUPERGRAPH_FILE: file, SUPERGRAPH_UNSIGNED: 'allow' } as const;
    await super.start({ ...this.options, ...options, supergraph });
    this.subgraphs.blocks.typeDefs = `${TEXT}\n${SCHEMA}`;
    await this.allow(true);
    this.answer(() => SENT);
  }

  override async stop(): Promise<void> {
    await super.stop();
    await rm(this.#dir, { recursive: true, force: true });
  }

  async allow(maySend: boolean, sendsPerMinute?: number): Promise<void> {
    const plan = { id: 'free', ...(sendsPerMinute !== undefined && { sendsPerMinute }) };
    this.keys.set(this.testKey, { environment: KeyEnvironment.TEST, maySend, plan });
    const keyHash = hashApiKey(this.testKey, PEPPER);
    this.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash });
    await waitFor(() => this.directory.findKnown(keyHash) === undefined, { what: 'the key to be forgotten' });
  }

  send(hex = HEX, query = SEND): Promise<Answer> {
    return this.query(query, { hex });
  }

  answer(send: (args: { hex: string; chainId?: string }) => unknown): void {
    this.subgraphs.blocks.resolvers = {
      Query: {
        mempool: () => ({ chainId: TEST_CHAIN, size: 1, bytes: 250, readAt: MARK.readAt }),
        block: () => ({ hash: 'ab', size: 1 }),
      },
      Mutation: { sendTransaction: (_: unknown, args: { hex: string; chainId?: string }) => send(args) },
    };
  }

  get sent(): number {
    return this.subgraphs.blocks.requests.filter(({ query }) => query.startsWith('mutation')).length;
  }
}
