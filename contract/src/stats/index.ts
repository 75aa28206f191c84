export {
  ATTENTION_COUNT_LIMIT,
  CHART_DAYS,
  FAILING_POSTBACKS_SHOWN,
  getStats,
  LOSING_OFFERS_SHOWN,
  UNKNOWN_USERS_SHOWN,
} from './stats.api.ts';
export type { Attention, DayStats } from './stats.api.ts';
