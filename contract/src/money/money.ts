declare const unit: unique symbol;
/** Rupees as whole paise. Never add it to `Coins`. */
export type Paise = number & { readonly [unit]: 'paise' };
/** Whole coins, the reward unit. */
export type Coins = number & { readonly [unit]: 'coins' };

const requireWhole = (value: number, name: string): number => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${name} must be a whole number, got ${value}`);
  return value;
};

/** @throws RangeError if the value is not a whole number */
export const paise = (value: number): Paise => requireWhole(value, 'paise') as Paise;
/** @throws RangeError if the value is not a whole number */
export const coins = (value: number): Coins => requireWhole(value, 'coins') as Coins;

/** Adds amounts of one unit. @throws RangeError beyond safe whole numbers */
export const add = <Unit extends Coins | Paise>(...amounts: readonly Unit[]): Unit =>
  requireWhole(
    amounts.reduce<number>((sum, amount) => sum + amount, 0),
    'a sum of money',
  ) as Unit;
/** Returns the amount with the opposite sign. */
export const negate = <Unit extends Coins | Paise>(amount: Unit): Unit => (0 - amount) as Unit;

/** Converts paise to rupees with at most two decimals, for the API. */
export const rupeesFromPaise = (amount: Paise): number => amount / 100;

/** Converts rupees of the API to paise. @throws RangeError with more than two decimals or out of range */
export function paiseFromRupees(rupees: number): Paise {
  const amount = Math.round(rupees * 100);
  if (!Number.isSafeInteger(amount) || Math.abs(amount / 100 - rupees) > 1e-9) {
    throw new RangeError(`${rupees} is not an amount in rupees with at most two decimals`);
  }
  return amount as Paise;
}

/**
 * Formats 12,34,567: rounds to a whole number and groups it as India does. Avoids `Intl`, which is slow at its first
 * use.
 */
export function groupDigits(count: number): string {
  const digits = String(Math.round(Math.abs(count)));
  const sign = count < 0 && digits !== '0' ? '-' : '';
  if (digits.length <= 3) return sign + digits;
  return `${sign}${digits.slice(0, -3).replaceAll(/\B(?=(?:\d\d)+$)/g, ',')},${digits.slice(-3)}`;
}
