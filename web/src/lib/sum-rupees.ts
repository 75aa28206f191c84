/** Adds the API's rupees as whole paise: floating-point sums are inexact. */
export const sumRupees = (amounts: readonly number[]): number =>
  amounts.reduce((paise, amount) => paise + Math.round(amount * 100), 0) / 100;
