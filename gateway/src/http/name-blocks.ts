import type { onSendHookHandler } from 'fastify';
import { namePin } from '#/pin/tip.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';

/**
 * Hook: what is refused before an operation begins says the blocks of its caller's chains too, as every answer does, whoever
 * wrote the refusal. Who has shown no key has no environment, and is told of no chain.
 */
export function nameBlocks(tips: Pick<TipFollower, 'pins'>): onSendHookHandler<unknown> {
  return ({ apiKey }, { statusCode }, payload, done) => {
    if (apiKey === null || statusCode < 400 || typeof payload !== 'string' || !payload.startsWith('{')) {
      return done(null, payload);
    }
    const body = JSON.parse(payload) as { extensions?: { chain?: unknown } };
    if (body.extensions?.chain !== undefined) return done(null, payload);
    const chain = tips.pins(apiKey.environment).map(namePin);
    done(null, `${JSON.stringify({ ...body, extensions: { ...body.extensions, chain } })}\n`);
  };
}
