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

type Groups = PostbackStats['eventBreakdown'] | PostbackStats['companyBreakdown'];

/** The groups of custom postbacks: most fired first, then by name. */
export const breakdownRows = (groups: Groups): BreakdownRow[] =>
  Object.entries(groups)
    .map(([name, { fired, success, errors, ...rest }]) => ({
      name,
      postbacks: 'count' in rest ? rest.count : rest.postbacks,
      fired,
      success,
      errors,
      successRate: fired === 0 ? null : percent(success, fired),
    }))
    .toSorted((a, b) => b.fired - a.fired || a.name.localeCompare(b.name, 'en'));
