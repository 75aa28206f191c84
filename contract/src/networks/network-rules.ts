import { speaksOfState, STANDARD_CLICK_ID_PARAMS } from '../postbacks/index.ts';

/** The active currencies of ISO 4217, without metals, funds and test codes. */
export const CURRENCIES: readonly string[] =
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC
  CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR
  ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
  MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE
  SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF
  XPF YER ZAR ZMW ZWG`.split(/\s+/);

/** The currency of the ledger. Its amounts need no rate. */
export const OWN_CURRENCY = 'INR';

export const NETWORK_DEFAULTS = { currency: OWN_CURRENCY, payoutParam: 'payout' } as const;

export const NETWORK_LIMITS = {
  name: 100,
  email: 254,
  note: 2_000,
  paramName: 64,
  /** Characters of a status value, and values with one meaning. */
  statusValue: 32,
  statusValues: 20,
  /** Rupees for one unit of a currency. */
  rateRupees: 1_000_000,
  /** Rates of one network: more than two years with a rate for each day. */
  rates: 1_000,
} as const;

export const NETWORK_TEXTS = {
  name: 'Name is required',
  contactEmail: 'Use an email address like name@example.com',
  currency: 'Choose a currency of ISO 4217, such as INR or USD',
  rate: 'The rate must be greater than 0',
  rateMost: 'The rate must be ₹10,00,000 or less',
  rateDecimals: 'The rate can have at most six decimals',
  noRateOfRupees: 'Amounts in INR need no rate',
} as const;

const PARAM_NAME = /^[A-Za-z0-9_.-]+$/;

/** Returns the message for a name that cannot be the parameter with the network's payout. */
export function payoutParamProblem(name: string): string | undefined {
  if (name === '') return 'Payout parameter is required';
  if (!PARAM_NAME.test(name)) return 'Use only letters, numbers, underscores, hyphens and dots';
  if (STANDARD_CLICK_ID_PARAMS.some((standard) => standard.toLowerCase() === name.toLowerCase()))
    return `“${name}” is a name of the click id. Use another name.`;
  return speaksOfState(name) ? `“${name}” speaks of a state, not of an amount. Use another name.` : undefined;
}

/** Returns the message for a name that cannot be a parameter with the click id. */
export function clickIdParamProblem(name: string): string | undefined {
  if (!PARAM_NAME.test(name)) return 'Use only letters, numbers, underscores, hyphens and dots';
  return speaksOfState(name)
    ? `“${name}” speaks of a state, so it cannot hold a click id. Use another name.`
    : undefined;
}

/** Filters for offers without a network. */
export const NO_NETWORK = 'none';

/** Says whether a rate has at most six decimals. */
export const isRate = (rupees: number): boolean => rateOf(microRupeesOf(rupees)) === rupees;

/** Converts a rate in rupees to millionths of a rupee. */
export const microRupeesOf = (rupees: number): number => Math.round(rupees * 1_000_000);
export const rateOf = (microRupees: number): number => microRupees / 1_000_000;
