import { parser } from '@prometheus-io/lezer-promql';

const SELECTORS = new Set(['VectorSelector']);

/** @throws SyntaxError on a text that is no PromQL */
export function metricNames(expression: string): Set<string> {
  // Grafana puts a duration there.
  const text = expression.replaceAll('$__rate_interval', '5m');
  const names = new Set<string>();
  parser.parse(text).iterate({
    enter: ({ type, node, from }) => {
      if (type.isError) throw new SyntaxError(`no PromQL from character ${from} on: ${text}`);
      const name = SELECTORS.has(type.name) ? node.getChild('Identifier') : null;
      if (name !== null) names.add(text.slice(name.from, name.to));
    },
  });
  return names;
}
