import { sql, type Sql } from '#platform/database/index.ts';
import type { TestApp } from '#test/test-app.ts';

/** SQL for the number of conversions in the sums, with those that wait to be moved there. */
export const COUNTED = `
  (select coalesce(sum(conversions), 0)::int from (
    select conversions from conversion_sums where period = 0 and event_key = '' and offer_id = ''
    union all select conversions from conversion_changes) sums)`;

/** Adds conversions that a test wrote by SQL to the sums, as record-conversions does. */
export const countConversions = ({ database }: Pick<TestApp, 'database'>, which: Sql = sql`true`) =>
  database.execute(sql`
    insert into conversion_changes (day, offer_id, event_key, source, status, city, conversions, total_payout_paise, coins)
    select to_char(created_at at time zone 'Asia/Kolkata', 'YYYYMMDD')::integer, offer_id, event_key, source, status,
      city || ', ' || coalesce(state, '') || ', ' || coalesce(country, ''), count(*), sum(total_payout_paise), sum(reward_coins + referral_coins)
    from conversions where ${which} group by 1, 2, 3, 4, 5, 6`);
