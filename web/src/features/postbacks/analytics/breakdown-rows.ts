import { percent, type getPostbackStats } from '@muneem/contract/custom-postbacks';
import type { RouteAnswer } from '@muneem/contract/http';

export type PostbackStats = RouteAnswer<typeof getPostbackStats>['stats'];

export interface BreakdownRow {
  readonly name: string;
  readonly postbacks: number;
  readonly fired: number;
  readonly success: number;
  readonly errors: number;
  /** Percent. Null if nothing was fired: that is no failure. */
  readonly successRate: number | null;
}

type Counts = Pick<BreakdownRow, 'fired' | 'success' | 'errors'>;

const row = (name: string, postbacks: number, { fired, success, errors }: Counts): BreakdownRow => {
  const successRate = fired === 0 ? null : percent(success, fired);
  return { name, postbacks, fired, success, errors, successRate };
};

/** Most fired first, then by name. */
const byFired = (a: BreakdownRow, b: BreakdownRow): number => b.fired - a.fired || a.name.localeCompare(b.name, 'en');

export const eventRows = ({ eventBreakdown }: Pick<PostbackStats, 'eventBreakdown'>): BreakdownRow[] =>
  Object.entries(eventBreakdown)
    .map(([name, counts]) => row(name, counts.count, counts))
    .toSorted(byFired);

export const companyRows = ({ companyBreakdown }: Pick<PostbackStats, 'companyBreakdown'>): BreakdownRow[] =>
  Object.entries(companyBreakdown)
    .map(([name, counts]) => row(name, counts.postbacks, counts))
    .toSorted(byFired);
