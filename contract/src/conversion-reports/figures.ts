import { quantileS } from './steps.ts';

/** Sums. Amounts are in rupees. */
interface Sums {
  readonly approved: number;
  readonly totalPayout: number;
  readonly revenue: number | null;
  readonly clicks: number | null;
  readonly times: readonly number[];
}

/** Figures that follow from sums. Null: unknown. */
export interface Figures {
  /** Rupees: revenue minus payout. */
  readonly profit: number | null;
  /** Profit as a share of the revenue. */
  readonly margin: number | null;
  /** Approved conversions per click, as a share. */
  readonly conversionRate: number | null;
  /** Rupees. */
  readonly revenuePerClick: number | null;
  /** The seconds within which half of the conversions came. Infinity: more than seven days. */
  readonly medianS: number | null;
}

const paise = (rupees: number): number => Math.round(rupees * 100) / 100;

export function figuresOf({ approved, totalPayout, revenue, clicks, times }: Sums): Figures {
  const profit = revenue === null ? null : paise(revenue - totalPayout);
  const hasClicks = clicks !== null && clicks > 0;
  return {
    profit,
    margin: profit === null || revenue === null || revenue <= 0 ? null : profit / revenue,
    conversionRate: hasClicks ? approved / clicks : null,
    revenuePerClick: hasClicks && revenue !== null ? paise(revenue / clicks) : null,
    medianS: quantileS(times, 0.5),
  };
}

/** Formats a step's seconds: `≤ 5 min`, `> 7 days`. Empty for unknown. */
export function formatStep(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds === Infinity) return '> 7 days';
  if (seconds < 60) return `≤ ${seconds} s`;
  if (seconds < 3_600) return `≤ ${seconds / 60} min`;
  return seconds <= 24 * 3_600 ? `≤ ${seconds / 3_600} h` : `≤ ${seconds / (24 * 3_600)} days`;
}
