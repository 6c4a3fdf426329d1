import type { Family, Method } from '../method.ts';
import { countParams, textParam } from '../read-params.ts';
import { reasonFor } from '../refused-methods.ts';

const TITLES: Readonly<Record<Family, string>> = {
  addresses: 'Addresses',
  blocks: 'Blocks',
  mempool: 'Mempool',
  identities: 'Identities',
  currencies: 'Currencies',
  node: 'Node',
};
const ANSWERED_BY: Readonly<Record<Method['answeredBy'], string>> = {
  rows: 'answered from the blocks, as of any of them',
  node: 'answered by the followed node, about its newest block',
};

export function helpOf(methods: readonly Method[]): Method {
  const list = Object.entries(TITLES).map(([family, title]) => listFamily(title, methods, family));
  return {
    name: 'help',
    family: 'node',
    answeredBy: 'rows',
    async run(call) {
      countParams(call, 0, 1, 'help ( "command" )');
      const [name = ''] = call.params.map(textParam);
      if (name === '') return list.join('\n\n');
      const method = methods.find((one) => one.name === name);
      if (method === undefined) return reasonFor(name) ?? `help: unknown command: ${name.slice(0, 64)}`;
      return `${name} (${TITLES[method.family]}): ${ANSWERED_BY[method.answeredBy]}.`;
    },
  };
}

function listFamily(title: string, methods: readonly Method[], family: string): string {
  const names = methods.filter((method) => method.family === family).map(({ name }) => name);
  return [`== ${title} ==`, ...names.sort()].join('\n');
}
