import {
  findAddress,
  findAmount,
  findAmounts,
  findObjects,
  findText,
  findTexts,
  readAmount,
  readInteger,
  readText,
} from '#/json-members.ts';
import type { JsonObject } from '#/lossless-json.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

/** Also a currency that a launch accepts (weight 0). */
export interface ReserveWeight {
  currencyId: string;
  /** 10^8 = 100 %. */
  weight: bigint;
}

export interface Preallocation {
  /** i-address, or "blockoneminer". */
  address: string;
  amount: bigint;
}

/** docs/verus/currencies.md#definition; amounts in satoshis. */
export interface Definition {
  currencyId: string;
  name: string;
  options: number;
  systemId: string;
  launchSystemId: string | null;
  /** Null for a root of the name space alone. */
  parentId: string | null;
  proofProtocol: number;
  notarizationProtocol: number;
  startBlock: number;
  endBlock: number;
  reserveWeights: ReserveWeight[];
  /** In the order of reserveWeights: units of that currency for one of this. */
  conversions: bigint[];
  /** Baskets only. */
  initialSupply: bigint | null;
  preallocations: Preallocation[];
  idRegistrationFees: bigint | null;
  idReferralLevels: number | null;
  /** A basket has the position of the reserve for its registration fee, in satoshis, or one beyond them. */
  idImportFees: bigint | null;
  /** Chains and gateways only. */
  currencyRegistrationFee: bigint | null;
}

/** CCurrencyDefinition (pbaas/crosschainrpc.h). @throws UnexpectedShapeError */
export function readDefinition(payload: JsonObject): Definition {
  const weights = findAmounts(payload, 'weights');
  return {
    currencyId: readText(payload, 'currencyid'),
    name: readText(payload, 'name'),
    options: readInteger(payload, 'options'),
    systemId: readText(payload, 'systemid'),
    launchSystemId: findText(payload, 'launchsystemid'),
    parentId: findText(payload, 'parent'),
    proofProtocol: readInteger(payload, 'proofprotocol'),
    notarizationProtocol: readInteger(payload, 'notarizationprotocol'),
    startBlock: readInteger(payload, 'startblock'),
    endBlock: readInteger(payload, 'endblock'),
    reserveWeights: findTexts(payload, 'currencies').map((currencyId, index) => ({
      currencyId,
      weight: weights[index] ?? 0n,
    })),
    conversions: findAmounts(payload, 'conversions'),
    initialSupply: findAmount(payload, 'initialsupply'),
    preallocations: findObjects(payload, 'preallocations').flatMap((entry) =>
      Object.keys(entry).map((address) => ({ address, amount: readAmount(entry, address) })),
    ),
    idRegistrationFees: findAmount(payload, 'idregistrationfees'),
    idReferralLevels: payload.idreferrallevels === undefined ? null : readInteger(payload, 'idreferrallevels'),
    idImportFees: findAmount(payload, 'idimportfees'),
    currencyRegistrationFee: findAmount(payload, 'currencyregistrationfee'),
  };
}

export interface CurrencyName {
  currencyId: string;
  name: string;
  /** Null for a root of the name space. */
  parentId: string | null;
}

/** `readDefinition` decodes it. @returns undefined for outputs of other kinds @throws UnexpectedShapeError */
export function findDefinitionPayload(output: PayloadOutput): JsonObject | undefined {
  return findPayload(output, 'currencydefinition');
}

/** @throws UnexpectedShapeError */
export function readCurrencyName(payload: JsonObject): CurrencyName {
  return {
    currencyId: readText(payload, 'currencyid'),
    name: readText(payload, 'name'),
    parentId: findAddress(payload, 'parent'),
  };
}
