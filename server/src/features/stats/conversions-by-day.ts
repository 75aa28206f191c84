import { CHART_DAYS, type DayStats } from '@muneem/contract/stats';
import { paise, rupeesFromPaise } from '@muneem/contract/money';
import { daysBefore, kolkataDay, startOfKolkataDay, type Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import { cacheFor } from './cache-for.ts';
import { sumByDay, type DayRow } from './stats.repository.ts';

/** Cache time of past days. A correction of a past day appears after this time. */
const CLOSED_FOR_MS = 60_000;

/** Returns the chart's days including today. Past days are summed once a minute. */
export function createConversionsByDay(database: Database, clock: Clock): () => Promise<DayStats[]> {
  const closed = cacheFor(clock, CLOSED_FOR_MS, async (now) => {
    const until = startOfKolkataDay(kolkataDay(now));
    const from = daysBefore(until, CHART_DAYS - 1);
    return { until, rows: await sumByDay(database, from, until) };
  });
  return async () => {
    const { until, rows } = await closed();
    // Up to a minute after midnight, `until` is still yesterday's start, so yesterday counts as open.
    const open = await sumByDay(database, until, null);
    return daysUntil(clock.now(), new Map([...rows, ...open].map((row) => [row.day, row])));
  };
}

function daysUntil(now: Date, sums: ReadonlyMap<string, DayRow>): DayStats[] {
  return Array.from({ length: CHART_DAYS }, (_, index) => {
    const day = kolkataDay(daysBefore(now, CHART_DAYS - 1 - index));
    const { conversions = 0, payoutPaise: payout = 0 } = sums.get(day) ?? {};
    return { day, conversions, payout: rupeesFromPaise(paise(payout)) };
  });
}
