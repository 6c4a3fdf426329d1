export type Variables = Readonly<Record<string, string | undefined>>;

interface Named {
  name: string;
  service: string;
}

/** Kubernetes sets `GATEWAY_PORT` to such a value where a Service is named so. */
const SERVICE_LINK = /^tcp:\/\//;

/** The weaker first: `MARKETS_` and `MARKETS_API_`. */
function prefixesOf({ name, service }: Named): string[] {
  return [...new Set([service, name])].map((owner) => `${owner.toUpperCase().replaceAll('-', '_')}_`);
}

/** X is `MARKETS_API_X` where that is set, else `MARKETS_X`, else `X`. */
export function variablesOf(role: Named, variables: Variables): Variables {
  const own = prefixesOf(role).map((prefix) =>
    Object.fromEntries(
      Object.entries(variables).flatMap(([name, value]) =>
        name.startsWith(prefix) && isSet(value) ? [[name.slice(prefix.length), value]] : [],
      ),
    ),
  );
  return Object.assign({}, variables, ...own);
}

export function nameOf(variable: string, role: Named, variables: Variables): string {
  const names = prefixesOf(role).map((prefix) => `${prefix}${variable}`);
  return names.reverse().find((name) => isSet(variables[name])) ?? variable;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !SERVICE_LINK.test(value);
}
