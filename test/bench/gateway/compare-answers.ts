interface Answer {
  data?: unknown;
  errors?: { message: string }[];
}

/** Undefined when data is equal and neither has errors. */
export function compareAnswers(oursText: string, stockText: string): string | undefined {
  const ours: Answer = JSON.parse(oursText);
  const stock: Answer = JSON.parse(stockText);
  const [error] = [...(ours.errors ?? []), ...(stock.errors ?? [])];
  if (error !== undefined) return `answered with an error: ${error.message}`;
  return JSON.stringify(ours.data) === JSON.stringify(stock.data) ? undefined : 'the two gateways answer differently';
}
