import { DEFAULT_COUNTRY } from '@muneem/contract/conversion-reports';
import { USER_DEFAULTS } from '@muneem/contract/users';
import { readPortions } from '#features/exports/index.ts';
import { sql, type Reader } from '#platform/database/index.ts';
import type { Column, Table } from '#platform/spreadsheet/index.ts';
import { joinsOf } from './conversion-reports.repository.ts';
import { rowConditions, type ReportFilters } from './report-filters.repository.ts';

/** The 16 columns of document 001 §9, in order. The time zone is named too. */
const COLUMNS: readonly Column[] = [
  { name: 'Click ID', width: 28, value: sql`c.click_id` },
  { name: 'Conversion ID', width: 32, format: 'word', value: sql`c.id` },
  {
    name: 'User Name',
    width: 20,
    value: sql`case when u.id is null then 'Anonymous' else coalesce(u.name, ${USER_DEFAULTS.name}) end`,
  },
  {
    name: 'User Email',
    width: 26,
    value: sql`case when u.id is not null then coalesce(u.email, ${USER_DEFAULTS.email}) end`,
  },
  { name: 'Offer Name', width: 26, value: sql`coalesce(o.title, c.offer_title)` },
  { name: 'Event', width: 12, value: sql`c.event_name` },
  { name: 'Source', width: 12, format: 'word', value: sql`c.source` },
  { name: 'Status', width: 12, format: 'word', value: sql`c.status` },
  { name: 'User Payout', width: 12, format: 'money', value: sql`c.user_payout_paise / 100::float8` },
  { name: 'Total Payout', width: 12, format: 'money', value: sql`c.total_payout_paise / 100::float8` },
  { name: 'Click IP', width: 16, format: 'word', value: sql`host(c.click_ip)` },
  { name: 'Conversion IP', width: 16, format: 'word', value: sql`host(c.conversion_ip)` },
  { name: 'City', width: 14, value: sql`c.city` },
  { name: 'State', width: 14, value: sql`c.state` },
  { name: 'Country', width: 12, value: sql`coalesce(nullif(c.country, ''), ${DEFAULT_COUNTRY})` },
  { name: 'Created Date (IST)', width: 20, format: 'moment', value: sql`c.created_at` },
];

/** "Export all rows" has three more columns. An unknown revenue is empty. */
const ALL_COLUMNS: readonly Column[] = [
  ...COLUMNS,
  { name: 'Network', width: 20, value: sql`(select name from networks where id = o.network_id)` },
  { name: 'Revenue', width: 12, format: 'money', value: sql`c.revenue_paise / 100::float8` },
  { name: 'Profit', width: 12, format: 'money', value: sql`(c.revenue_paise - c.total_payout_paise) / 100::float8` },
];

export const conversionTable = (reader: Reader, filters: ReportFilters): Table => ({
  sheet: 'Conversion Reports',
  columns: ALL_COLUMNS,
  portions: readPortions(reader, {
    columns: ALL_COLUMNS,
    table: sql`conversions c`,
    joinsOf,
    where: rowConditions(filters),
    key: 'c',
  }),
});
