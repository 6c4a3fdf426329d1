import { Refused } from '#/admission/refused.ts';

export const BODY_EXAMPLE = '{"query": "{ networks { name } }"}';
const JSON_HEADER = 'Content-Type: application/json';

/** A GraphQL document in place of JSON. */
const BARE_QUERY = /^\s*(?:#|(?:query|mutation|subscription|fragment)\b|\{\s*(?:#|\.\.\.|[A-Za-z_]))/;
/** Short enough to be repeated to the client. */
const MEDIA_TYPE = /^[\w.+/-]{1,60}$/;
const NAME = /^\w{1,30}$/;
const NAMES_MAX = 3;

const FORM = 'application/x-www-form-urlencoded';

/** Refuses a body before it is read. @param type undefined: the header is absent */
export function refusedType(type: string | undefined): Refused {
  const name = type?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const given = MEDIA_TYPE.test(name) ? `, and not ${name}` : '';
  const curl = name === FORM ? ' (curl -d sends a form, unless -H names this type)' : '';
  return new Refused(
    415,
    'BAD_REQUEST',
    `The body must be JSON, for example ${BODY_EXAMPLE}, with the header ${JSON_HEADER}${given}${curl}.`,
  );
}

export const EMPTY_BODY = badRequest(
  `The request has no body. It must be JSON, for example ${BODY_EXAMPLE}, with the header ${JSON_HEADER}.`,
);

const BARE = badRequest(
  `The body is a query alone. It must stand in JSON, as the text of the member query: ${BODY_EXAMPLE}, with the header ${JSON_HEADER}.`,
);
const NO_JSON = badRequest(`The body is not valid JSON. An example: ${BODY_EXAMPLE}.`);

export function refusedText(text: string): Refused {
  if (text === '') return EMPTY_BODY;
  return BARE_QUERY.test(text) ? BARE : NO_JSON;
}

export function refusedWithoutQuery(members: readonly string[]): Refused {
  const named = members.filter((name) => NAME.test(name)).slice(0, NAMES_MAX);
  const has = named.length === 0 ? '' : ` It has ${named.join(', ')} only.`;
  return badRequest(
    `The request must have a query, for example ${BODY_EXAMPLE}, or the hash of one in its extension persistedQuery.${has}`,
  );
}

export function refusedMember(name: 'variables' | 'extensions', value: unknown): Refused {
  if (typeof value === 'string') {
    return badRequest(`${name} must be a JSON object, and not a string that contains one: "${name}": {"limit": 5}.`);
  }
  return badRequest(`${name} must be a JSON object, for example "${name}": {"limit": 5}.`);
}

export function badRequest(message: string): Refused {
  return new Refused(400, 'BAD_REQUEST', message);
}
