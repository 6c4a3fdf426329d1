import { type Ask, type Differences, forEachParallel, type RecordedAnswer, type Untyped, walk } from './oracle.ts';

const DEFINITION = `query ($id: String!) { currency(currency: $id) {
  currencyId name options systemId launchSystemId parentId proofProtocol notarizationProtocol startBlock endBlock
  reserveCurrencies { currencyId } initialSupply preallocations { address amount } idRegistrationFees idReferralLevels
  currencyRegistrationFee definitionTxid definition } }`;
const BY_NAME = 'query ($name: String!) { currency(currency: $name) { currencyId } }';
const ALL = `query ($cursor: String) { currencies(limit: 100, cursor: $cursor) {
  hasMore nextCursor totalCount currencies { currencyId definitionHeight } } }`;
const STATE_FIELDS = `chainId currencyId currency { systemId launchSystemId } lastNotarization flags initialSupply emitted supply weights conversionPrices fees conversionFees
  reserves { currencyId amount weight priceInReserve lastConversionPrice viaConversionPrice reserveIn reserveOut }`;
const STATE = `query ($id: String!, $asOf: AsOf) { currencyState(currency: $id, asOf: $asOf) { ${STATE_FIELDS} } }`;

type NodeObject = Untyped;

const ADDED_BY_GETCURRENCY = [
  'currencyidhex',
  'fullyqualifiedname',
  'magicnumber',
  'currencynames',
  'definitiontxid',
  'definitiontxout',
  'nodes',
  'bestheight',
  'besttxid',
  'besttxout',
  'lastconfirmedheight',
  'lastconfirmedtxid',
  'lastconfirmedtxout',
  'lastconfirmednotarization',
  'bestcurrencystate',
  'lastconfirmedcurrencystate',
];

/** @param rootId the chain's own currency, which no block of a root chain defines */
export async function compareCurrencies(
  ask: Ask,
  answers: RecordedAnswer[],
  rootId: string | undefined,
  differences: Differences,
): Promise<void> {
  const of = (method: string): RecordedAnswer[] => answers.filter((answer) => answer.method === method);
  await forEachParallel(of('getcurrency'), (answer) => compareDefinition(ask, answer, differences));

  const currencies = await walk<{ currencyId: string; definitionHeight: number }>(async (cursor) => {
    const { data } = await ask(ALL, { cursor });
    return { ...data.currencies, rows: data.currencies.currencies };
  });
  const listed = of('listcurrencies').flatMap((answer) =>
    answer.result.map((entry: NodeObject) => entry.currencydefinition.currencyid as string),
  );
  const known = new Set(currencies.map((currency) => currency.currencyId));
  // Without arguments the node lists local currencies only.
  differences.compare(
    'listcurrencies',
    listed.filter((id) => !known.has(id)),
    [],
  );

  const definedAt = new Map(currencies.map((currency) => [currency.currencyId, currency.definitionHeight]));
  for (const answer of of('getcurrencystate')) {
    const id = answer.params[0] as string;
    // The node reports supply 0 of a root's own currency (docs/verus/currencies.md#native-supply); coinsupply knows better.
    if (id === rootId) continue;
    const from = definedAt.get(id);
    differences.compare(`${id} is known`, from !== undefined, true);
    const states = answer.result.filter((entry: NodeObject) => entry.height >= (from ?? 0));
    await forEachParallel(states, (entry: NodeObject) => compareStateAt(ask, id, entry, differences));
  }
}

export async function compareStateAt(ask: Ask, id: string, entry: NodeObject, differences: Differences): Promise<void> {
  const { data } = await ask(STATE, { id, asOf: { height: entry.height } });
  compareState(`${id} at ${entry.height}`, data.currencyState ?? {}, entry.currencystate, differences);
}

async function compareDefinition(ask: Ask, answer: RecordedAnswer, differences: Differences): Promise<void> {
  const asked = answer.params[0] as string;
  if (answer.error !== undefined) {
    const { data, errors } = await ask(BY_NAME, { name: asked });
    differences.compare(`currency ${asked}`, [data.currency, errors[0]?.extensions.code], [null, 'NOT_FOUND']);
    return;
  }
  const node = answer.result;
  const { data } = await ask(DEFINITION, { id: node.currencyid });
  const ours = data.currency ?? {};
  const onChain = Object.fromEntries(Object.entries(node).filter(([key]) => !ADDED_BY_GETCURRENCY.includes(key)));
  const definition = Object.fromEntries(
    Object.entries((ours.definition ?? {}) as Record<string, unknown>).filter(
      ([key]) => !ADDED_BY_GETCURRENCY.includes(key),
    ),
  );
  differences.compare(`${asked} definition`, definition, onChain);
  const expected = {
    currencyId: node.currencyid,
    name: node.name,
    options: node.options,
    systemId: node.systemid,
    launchSystemId: node.launchsystemid ?? null,
    parentId: node.parent ?? null,
    proofProtocol: node.proofprotocol,
    notarizationProtocol: node.notarizationprotocol,
    startBlock: node.startblock,
    endBlock: node.endblock,
    reserveCurrencies: (node.currencies ?? []).map((currencyId: string) => ({ currencyId })),
    initialSupply: node.initialsupply ?? null,
    preallocations: (node.preallocations ?? []).flatMap((one: Record<string, string>) =>
      Object.entries(one).map(([address, amount]) => ({ address, amount })),
    ),
    idRegistrationFees: node.idregistrationfees ?? null,
    idReferralLevels: node.idreferrallevels ?? null,
    currencyRegistrationFee: node.currencyregistrationfee ?? null,
    definitionTxid: node.definitiontxid ?? null,
  };
  for (const [field, value] of Object.entries(expected)) {
    differences.compare(`${asked} ${field}`, ours[field], value);
  }
  for (const name of [node.fullyqualifiedname, node.fullyqualifiedname.toUpperCase(), `${node.fullyqualifiedname}@`]) {
    const found = await ask(BY_NAME, { name });
    differences.compare(`currency by name ${name}`, found.data.currency?.currencyId, node.currencyid);
  }
}

/** The node answers 0 for a root chain's coins elsewhere, and for currencies that came without a notarization. */
function isStated({ chainId, currency, lastNotarization }: NodeObject): boolean {
  return currency?.systemId === chainId || (lastNotarization !== null && currency?.launchSystemId !== null);
}

function compareState(what: string, ours: NodeObject, node: NodeObject, differences: Differences): void {
  const flows = (node.currencies ?? {}) as Record<string, NodeObject>;
  const priced = (node.reservecurrencies ?? node.launchcurrencies ?? []) as NodeObject[];
  for (const [field, value] of Object.entries({
    flags: node.flags,
    initialSupply: node.initialsupply,
    emitted: node.emitted,
    supply: isStated(ours) ? node.supply : null,
    weights: priced.map((reserve) => reserve.weight),
    // A state without flows has only the price of its reserves.
    conversionPrices: priced.map((reserve) => flows[reserve.currencyid]?.lastconversionprice ?? reserve.priceinreserve),
    fees: node.primarycurrencyfees,
    conversionFees: node.primarycurrencyconversionfees,
  })) {
    differences.compare(`${what} ${field}`, ours[field], value);
  }
  for (const reserve of priced) {
    const flow = flows[reserve.currencyid];
    const row = (ours.reserves ?? []).find((candidate: NodeObject) => candidate.currencyId === reserve.currencyid);
    differences.compare(`${what} reserve ${reserve.currencyid}`, row, {
      currencyId: reserve.currencyid,
      amount: reserve.reserves,
      weight: reserve.weight,
      priceInReserve: reserve.priceinreserve,
      lastConversionPrice: flow?.lastconversionprice ?? null,
      viaConversionPrice: flow?.viaconversionprice ?? null,
      reserveIn: flow?.reservein ?? null,
      reserveOut: flow?.reserveout ?? null,
    });
  }
}
