export { groupDigits } from './money.ts';
export { add, coins, negate, paise, paiseFromRupees, rupeesFromPaise } from './money.ts';
export type { Coins, Paise } from './money.ts';
