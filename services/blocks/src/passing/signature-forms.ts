import { isJsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Form, isText, lengthOf, otherMembers, type Params } from './form.ts';

const BOUND_MAX = 100;
const MEMBERS = new Set([
  'address',
  'prefixstring',
  'message',
  'messagehex',
  'messagebase64',
  'datahash',
  'vdxfkeys',
  'vdxfkeynames',
  'boundhashes',
  'hashtype',
  'checklatest',
  'signature',
]);

export const SIGNATURE_FORMS = {
  verifyhash: {
    usage: 'verifyhash "address or identity" "signature" "hexhash" ( checklatest )',
    min: 3,
    max: 4,
  },
  verifymessage: {
    usage: 'verifymessage "address or identity" "signature" "message" ( checklatest )',
    min: 3,
    max: 4,
  },
  verifysignature: {
    usage: 'verifysignature {"address":"address or identity","message":"text",...,"signature":"base64"}',
    min: 1,
    max: 1,
    refuse: refuseSignature,
  },
} satisfies Record<string, Form>;

/** Without a signature the daemon looks for a private key in its wallet. */
function refuseSignature([params]: Params): string | undefined {
  if (!isJsonObject(params)) return 'the parameter is an object';
  if ('filename' in params) return 'no file of the node is read: give a message or its hash';
  const others = otherMembers(params, MEMBERS);
  if (others.length > 0) return 'the object has a member that is not known';
  if (!isText(params.signature) || params.signature === '') return 'a signature must be given';
  const bound = [params.vdxfkeys, params.vdxfkeynames, params.boundhashes];
  return bound.some((list) => lengthOf(list) > BOUND_MAX)
    ? `at most ${BOUND_MAX} keys or hashes are passed on`
    : undefined;
}
