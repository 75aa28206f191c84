import { USER_DEFAULTS } from '@muneem/contract/users';
import { readPortions } from '#features/exports/index.ts';
import { sql, type Reader } from '#platform/database/index.ts';
import type { Column, Table } from '#platform/spreadsheet/index.ts';
import { matches } from './user-list.repository.ts';

const COLUMNS: readonly Column[] = [
  { name: 'User ID', width: 30, value: sql`u.uid` },
  { name: 'Name', width: 24, value: sql`coalesce(u.name, ${USER_DEFAULTS.name})` },
  { name: 'Email', width: 30, value: sql`coalesce(u.email, ${USER_DEFAULTS.email})` },
  { name: 'Phone', width: 18, value: sql`coalesce(u.phone, ${USER_DEFAULTS.phone})` },
  { name: 'Gender', width: 14, value: sql`coalesce(u.gender, ${USER_DEFAULTS.gender})` },
  { name: 'Coins', width: 12, format: 'count', value: sql`coalesce(w.balance, 0)` },
  {
    name: 'Completed Offers',
    width: 18,
    format: 'count',
    value: sql`(select count(*) from offer_completions c where c.user_id = u.id)`,
  },
  { name: 'Joined On (IST)', width: 20, format: 'moment', value: sql`u.created_at` },
  { name: 'Referral Code', width: 16, value: sql`u.referral_code` },
  { name: 'Used Referral', width: 16, value: sql`u.used_referral_code` },
];

export const userTable = (reader: Reader, search: string): Table => ({
  sheet: 'Users',
  columns: COLUMNS,
  portions: readPortions(reader, {
    columns: COLUMNS,
    table: sql`users u`,
    joinsOf: () => sql`left join wallets w on w.user_id = u.id`,
    where: matches(search),
    key: 'u',
  }),
});
