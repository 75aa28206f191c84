import { NOTHING } from '#lib/format.ts';
import { copy } from './networks.copy.ts';

const MOST_DECIMALS = 6;
const FEWEST_DECIMALS = 2;

/** ₹84.20 for 1 USD, with all its decimals. */
export function rateText(rupees: number | undefined, currency: string): string {
  if (rupees === undefined) return NOTHING;
  const [whole = '', decimals = ''] = rupees.toFixed(MOST_DECIMALS).replace(/0+$/, '').split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d\d)*\d{3}$)/g, ',');
  return copy.rates.text(`${grouped}.${decimals.padEnd(FEWEST_DECIMALS, '0')}`, currency);
}
