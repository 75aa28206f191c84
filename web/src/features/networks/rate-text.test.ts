import { expect, test } from 'vitest';
import { rateText } from './rate-text.ts';

test('shows at least two decimals of a rate, and all that it has', () => {
  expect([84, 84.2, 83.123456, 0.000001, 100_000].map((rupees) => rateText(rupees, 'USD'))).toEqual([
    '₹84.00 for 1 USD',
    '₹84.20 for 1 USD',
    '₹83.123456 for 1 USD',
    '₹0.000001 for 1 USD',
    '₹1,00,000.00 for 1 USD',
  ]);
});
