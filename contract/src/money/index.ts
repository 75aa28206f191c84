export { groupDigits } from './group-digits.ts';
export { coins, paise, paiseFromRupees, rupeesFromPaise } from './money.ts';
export type { Coins, Paise } from './money.ts';
