import type { Tx } from '#platform/database/index.ts';

/** What one conversion, or a change of one, adds to the sums of its city. */
export interface CityShare {
  /** Of Asia/Kolkata. */
  readonly day: string;
  readonly city: string;
  readonly state: string | null;
  readonly country: string | null;
  readonly eventKey: string;
  readonly source: string;
  readonly status: string;
  readonly conversions: number;
  readonly totalPayoutPaise: number;
}

const ADD_CITY_SUMS = `
insert into conversion_city_sums as s (span, since, city, state, country, event_key, source, status, conversions, total_payout_paise)
select * from unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::bigint[])
  as i (span, since, city, state, country, event_key, source, status, conversions, total_payout_paise)
order by 1, 2, 3, 4, 5, 6, 7, 8
on conflict (span, since, city, state, country, event_key, source, status) do update set
  conversions = s.conversions + excluded.conversions,
  total_payout_paise = s.total_payout_paise + excluded.total_payout_paise`;

/** Each share goes to its day and to its month. The rows are shared by everyone: the very last locks of a batch. */
export function addCitySums(tx: Tx, shares: readonly CityShare[]): void {
  if (shares.length === 0) return;
  const cells = [...cellsOf(shares).values()];
  tx.later('conversions-city-sums', ADD_CITY_SUMS, [
    cells.map((cell) => cell.span),
    cells.map((cell) => cell.since),
    cells.map((cell) => cell.city),
    cells.map((cell) => cell.state ?? ''),
    cells.map((cell) => cell.country ?? ''),
    cells.map((cell) => cell.eventKey),
    cells.map((cell) => cell.source),
    cells.map((cell) => cell.status),
    cells.map((cell) => cell.conversions),
    cells.map((cell) => cell.totalPayoutPaise),
  ]);
}

interface Cell extends Omit<CityShare, 'conversions' | 'totalPayoutPaise'> {
  readonly span: 'day' | 'month';
  readonly since: string;
  conversions: number;
  totalPayoutPaise: number;
}

function cellsOf(shares: readonly CityShare[]): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const share of shares) {
    const { day, city, state, country, eventKey, source, status, conversions, totalPayoutPaise } = share;
    const name = [city, state ?? '', country ?? '', eventKey, source, status].join('\n');
    for (const span of ['day', 'month'] as const) {
      const since = span === 'day' ? day : `${day.slice(0, 7)}-01`;
      const key = `${span}\n${since}\n${name}`;
      const cell = cells.get(key);
      if (cell) {
        cell.conversions += conversions;
        cell.totalPayoutPaise += totalPayoutPaise;
      } else cells.set(key, { ...share, span, since });
    }
  }
  return cells;
}
