import { sql, type Database } from '@muneem/server/platform/database/index.ts';
import { POSTBACK_LOG_PAGE } from '@muneem/contract/postbacks';

export interface GrowthQuestion {
  readonly what: string;
  readonly path: string;
}

type Middle = Readonly<
  Record<'conversionId' | 'clickId' | 'postbackId' | 'day' | 'uid' | 'withdrawalId', string> &
    Record<'conversions' | 'users', number>
>;

/** Lists, sums and records. Middle pages and records are in the middle of the database's time. */
export async function findQuestions(database: Database): Promise<readonly GrowthQuestion[]> {
  const { conversionId, clickId, postbackId, day, uid, withdrawalId, conversions, users } = await findMiddle(database);
  const [from, to] = [daysAgo(45), daysAgo(5)];
  const reports: readonly (readonly [string, string])[] = [
    ['all', ''],
    ['one offer', 'offer=ofr_bench_7'],
    ['one event', 'event=deposit'],
    ['rejected', 'status=rejected'],
    ['the largest city', 'city=City 1'],
    ['one offer in one city', 'offer=ofr_bench_7&city=City 1'],
    ['40 single days', `startDate=${from}&endDate=${to}`],
    ['one day in the middle', `startDate=${day}&endDate=${day}`],
    ['a user by address', `search=u${Math.round(users / 2)}.`],
  ];
  const paths: readonly (readonly [string, string])[] = [
    ['/readyz, the fastest answer', '/readyz'],
    ['list of conversions: middle page', `/api/conversion-reports?page=${Math.round(conversions / 20 / 2)}`],
    ...reports.map(([what, query]) => [`list of conversions: ${what}`, `/api/conversion-reports?${query}`] as const),
    ...reports.map(([what, query]) => [`sums: ${what}`, `/api/conversion-reports/stats?${query}`] as const),
    ['report by day, 40 days', `/api/conversion-reports/breakdown?by=day&startDate=${from}&endDate=${to}`],
    ...['offer', 'event', 'city'].map(
      (by) => [`report by ${by}, all`, `/api/conversion-reports/breakdown?by=${by}`] as const,
    ),
    ['record: conversion', `/api/conversion-reports/${conversionId}`],
    ['record: evidence of a click', `/api/clicks/${clickId}/evidence`],
    ['clicks to pay by hand', '/api/clicks'],
    ['postback log', `/api/inbound-postbacks?limit=${POSTBACK_LOG_PAGE.limit}`],
    ['postback log: one offer', '/api/inbound-postbacks?offerId=ofr_bench_7'],
    ['postback log: one verdict', '/api/inbound-postbacks?verdict=ip_blocked'],
    ['postback log: one click', `/api/inbound-postbacks?clickId=${clickId}`],
    ['postback log: one day in the middle', `/api/inbound-postbacks?startDate=${day}&endDate=${day}`],
    ['record: postback', `/api/inbound-postbacks/${postbackId}`],
    ['deliveries of an offer', '/api/offers/ofr_bench/postback-deliveries'],
    ['users', '/api/users'],
    ['users: middle page', `/api/users?page=${Math.round(users / 50 / 2)}&limit=50`],
    ['users: search for one', `/api/users?search=u${Math.round(users / 2)}.`],
    ['users: by coins', '/api/users?sort=coins'],
    ['record: user', `/api/users/${uid}`],
    ['withdrawals: pending', '/api/withdrawals/all?status=pending&limit=10'],
    ['withdrawals: all', '/api/withdrawals/all'],
    ['withdrawals: history', '/api/withdrawals/history'],
    ['record: withdrawal', `/api/withdrawals/${withdrawalId}`],
    ['audit log', '/api/audit'],
    ['audit log of one record', '/api/audit?recordType=offer&recordId=ofr_bench_7'],
    ['offers', '/api/offers/regular'],
    ['dashboard', '/api/stats'],
  ];
  return paths.map(([what, path]) => ({ what, path: encodeURI(path) }));
}

const findMiddle = (database: Database): Promise<Middle> =>
  database.getOne(sql`
    select c.id as conversion_id, c.click_id, substr(c.id, 5) as postback_id,
      to_char(c.created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
      (select uid from users where id = n.users / 2) as uid, (select 'wdr_' || lpad((n.users / 2)::text, 26, '0')) as withdrawal_id,
      n.conversions, n.users
    from (select (select count(*) from users) as users, (select count(*) from conversions) as conversions,
      (select min(created_at) from conversions) as first) n
    cross join lateral (select * from conversions where created_at >= n.first + (now() - n.first) / 2 order by created_at limit 1) c`);

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
