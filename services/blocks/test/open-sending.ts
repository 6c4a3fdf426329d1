import { createClient, createRouterTransport } from '@connectrpc/connect';
import { NodeService } from '@ledgergraph/proto-schemas/chain/v1/node';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { connectNodes } from '#/following/verus-nodes.ts';
import { nodeService } from '#/node-service.ts';
import { NodeDoor } from '#/passing/node-door.ts';
import { RawReader } from '#/raw/raw-reader.ts';
import { TRANSACTION_SOURCE } from '#/raw/transaction-source.ts';
import { OpenSubmissions } from '#/sending/settle-open.ts';
import { TransactionSender } from '#/sending/transaction-sender.ts';
import { TEXT_SOURCE } from '#/texts/text-source.ts';
import { PASSED_METHODS } from '#/verus-rpc/rpc-methods.ts';
import { VRSCTEST } from './apply-recording.ts';
import { silent } from './follow-recording.ts';
import { readRows, type TestDatabase } from './open-database.ts';
import { openApi } from './query-api.ts';
import type { SendingNode } from './sending-node.ts';

/** A silent node is given up after this. */
const TIMEOUT_MS = 300;

const MUTATION = `mutation ($hex: String!, $allowHighFees: Boolean) {
  sendTransaction(hex: $hex, allowHighFees: $allowHighFees) { txid state isNew }
}`;

export async function openSending(
  { db }: TestDatabase,
  servers: readonly Pick<SendingNode, 'url'>[],
  { logger = silent }: { logger?: Logger } = {},
) {
  const endpoints = servers.map(({ url }, index) => ({
    url,
    user: 'user',
    password: 'password',
    name: `node-${index}`,
    timeoutMs: TIMEOUT_MS,
  }));
  const nodes = connectNodes({ chainId: VRSCTEST, endpoints });
  await nodes.choose();
  const databases = ofAllChains(db);
  const sender = new TransactionSender({ databases, logger, chains: new Map([[VRSCTEST, nodes]]) });
  const reader = new RawReader({ source: TRANSACTION_SOURCE, databases, logger, chains: new Map([[VRSCTEST, nodes]]) });
  const texts = new RawReader({ source: TEXT_SOURCE, databases, logger, chains: new Map([[VRSCTEST, nodes]]) });
  const door = new NodeDoor({
    logger,
    chains: new Map([[VRSCTEST, nodes]]),
    methods: PASSED_METHODS,
    patienceMs: TIMEOUT_MS,
  });
  const transport = createRouterTransport((router) =>
    router.service(NodeService, nodeService({ sender, reader, texts, door })),
  );
  const api = await openApi(db, [], createClient(NodeService, transport));
  const backgrounds: OpenSubmissions[] = [];
  return {
    sender,
    reader,
    door,
    query: api.query,
    send: async (hex: string, allowHighFees?: boolean) => {
      const { data, errors } = await api.query(MUTATION, { hex, allowHighFees });
      return errors?.[0] === undefined ? data.sendTransaction : { ...errors[0].extensions, message: errors[0].message };
    },
    settle: (): void => {
      backgrounds.push(new OpenSubmissions({ databases, logger, sender, pollMs: 50 }));
    },
    close: async () => {
      await Promise.all(backgrounds.map((background) => background.stop()));
      await api.close();
      await nodes.close();
    },
  };
}

export async function readSubmission({ db }: TestDatabase) {
  const rows = await readRows(db, 'submission');
  if (rows.length > 1) throw new Error('more than one transaction was sent');
  const [row] = rows;
  if (row === undefined) return null;
  const { state, raw, code, message, settledAt } = row;
  return { state, raw: Buffer.from(raw).toString('hex'), code, message, isSettled: settledAt !== null };
}
