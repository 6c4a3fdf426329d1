import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient, createRouterTransport } from '@connectrpc/connect';
import { Environment, WebhookService } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { webhookService } from '#/rpc/webhook-service.ts';
import { startWebhooks, TEAM, type WebhookStand } from './webhook-stand.ts';

let stand: WebhookStand;
beforeAll(async () => {
  stand = await startWebhooks();
});
afterAll(() => stand.stop());

type Message = Record<string, unknown>;

/** A message for each text of a type, at any depth, with a NUL in that text. */
function listMessages(type: DescMessage): { name: string; message: Message }[] {
  return type.fields.flatMap((field) => {
    if (field.fieldKind === 'scalar' && field.scalar === ScalarType.STRING) {
      return [{ name: field.localName, message: inField(field, 'a\0') }];
    }
    if (field.fieldKind !== 'message') return [];
    return listMessages(field.message).map(({ name, message }) => ({
      name: `${field.localName}.${name}`,
      message: inField(field, message),
    }));
  });
}

function inField({ oneof, localName }: DescField, value: unknown): Message {
  return oneof === undefined || oneof.name.startsWith('_')
    ? { [localName]: value }
    : { [oneof.localName]: { case: localName, value } };
}

const client = () =>
  createClient(
    WebhookService,
    createRouterTransport(({ service }) => {
      service(WebhookService, webhookService(stand.deps));
    }),
  );

async function codeOf(call: () => unknown): Promise<unknown> {
  try {
    const answer = await call();
    for await (const _event of answer as AsyncIterable<unknown>) break;
  } catch (error) {
    return error instanceof ConnectError ? error.code : error;
  }
  return undefined;
}

test('a text that cannot be stored is refused in every text of every call', async () => {
  const calls = client() as unknown as Record<string, (message: Message) => unknown>;
  const answered: object[] = [];
  for (const method of WebhookService.methods) {
    for (const { name, message } of listMessages(method.input)) {
      answered.push({
        call: `${method.localName} ${name}`,
        code: await codeOf(() => calls[method.localName]?.(message)),
      });
    }
  }
  const names = answered.map((one) => (one as { call: string }).call);
  expect(names).toEqual(
    expect.arrayContaining([
      'createEndpoint url',
      'createEndpoint description',
      'createEndpoint source.operation',
      'createEndpoint source.variablesJson',
      'updateEndpoint description',
      'replay deliveryId',
      'watchEvents source.eventType',
    ]),
  );
  expect(answered).toEqual(names.map((call) => ({ call, code: Code.InvalidArgument })));
});

test.each(['{"a":"\\u0000"}', '{"a":[{"b":"\\ud800"}]}', '{"\\u0000":1}'])(
  'it is found in variables, where JSON writes it with good characters: %s',
  async (variablesJson) => {
    const operation = 'subscription { chainEvents { __typename } }';
    const source = { eventType: '', operation, variablesJson };
    const wanted = { teamId: TEAM, environment: Environment.TESTNET, url: stand.receiver.url, description: '', source };
    await expect(client().createEndpoint(wanted)).rejects.toMatchObject({ code: Code.InvalidArgument });
    expect(await stand.db.endpoint.count()).toBe(0);
  },
);
