import { percent, type getPostbackStats as route } from '@muneem/contract/custom-postbacks';
import type { RouteAnswer } from '@muneem/contract/http';
import { daysBefore, kolkataDay, type Clock } from '#platform/clock/index.ts';
import type { Database } from '#platform/database/index.ts';
import { countUnknownUsers } from '#features/clicks/index.ts';
import { listCustomPostbackRows, type CustomPostbackRow } from './custom-postbacks.repository.ts';
import { listDays, type DayRow } from './deliveries.repository.ts';

type Stats = RouteAnswer<typeof route>['stats'];

export async function getPostbackStats(
  { database, clock }: { database: Database; clock: Clock },
  offerId: string,
  days: number,
): Promise<Stats> {
  const now = clock.now();
  const wanted = lastDays(now, days);
  const [rows, dayRows, unknownUsers] = await Promise.all([
    listCustomPostbackRows(database, offerId),
    listDays(database, offerId, wanted[0] ?? ''),
    countUnknownUsers(database, offerId, now),
  ]);
  const totalFired = sum(rows, (row) => row.totalFired);
  const byEvent = Map.groupBy(rows, (row) => row.eventName);
  const byCompany = Map.groupBy(rows, (row) => row.companyName);
  return {
    totalPostbacks: rows.length,
    uniqueCompanies: byCompany.size,
    totalFired,
    overallSuccessRate: percent(
      sum(rows, (row) => row.successCount),
      totalFired,
    ),
    activePostbacks: rows.filter(({ status }) => status === 'active').length,
    failedDeliveries: sum(rows, (row) => row.failedCount),
    waitingDeliveries: sum(rows, (row) => row.waitingCount),
    eventBreakdown: Object.fromEntries(
      [...byEvent].map(([event, group]) => [event, { count: group.length, ...sumTries(group) }]),
    ),
    companyBreakdown: Object.fromEntries(
      [...byCompany].map(([company, group]) => [company, { postbacks: group.length, ...sumTries(group) }]),
    ),
    postbackBreakdown: rows.map((row) => ({
      ...row,
      _id: row.id,
      successRate: percent(row.successCount, row.totalFired),
      failedDeliveries: row.failedCount,
      waitingDeliveries: row.waitingCount,
      averageResponseTime: average(row.totalMs, row.totalFired),
    })),
    series: seriesOf(wanted, dayRows),
    unknownUsers,
  };
}

const sum = (rows: readonly CustomPostbackRow[], pick: (row: CustomPostbackRow) => number): number =>
  rows.reduce((total, row) => total + pick(row), 0);

const average = (totalMs: number, count: number): number => (count === 0 ? 0 : Math.round(totalMs / count));

function sumTries(rows: readonly CustomPostbackRow[]) {
  const fired = sum(rows, (row) => row.totalFired);
  const success = sum(rows, (row) => row.successCount);
  return { fired, success, errors: sum(rows, (row) => row.errorCount), successRate: percent(success, fired) };
}

/** Days in Asia/Kolkata, oldest first, ending today. */
const lastDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) => kolkataDay(daysBefore(now, count - 1 - index)));

function seriesOf(days: readonly string[], rows: readonly DayRow[]): Stats['series'] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return days.map((day) => {
    const row = byDay.get(day);
    return {
      day,
      fired: row?.fired ?? 0,
      success: row?.successes ?? 0,
      errors: row?.errors ?? 0,
      averageResponseTime: average(row?.totalMs ?? 0, row?.fired ?? 0),
    };
  });
}
