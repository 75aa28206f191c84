import {
  allOf,
  columnOf,
  containsPattern,
  join,
  raw,
  sql,
  type Queryable,
  type Row,
  type Sql,
  type Tx,
} from '#platform/database/index.ts';
import {
  STORED_OFFER_FIELDS,
  type OfferCategory,
  type OfferStep,
  type OfferType,
  type StoredOfferColumns,
} from '@muneem/contract/offers';
import { NO_NETWORK } from '@muneem/contract/networks';
import { eventsOn, type EventRow } from './offer-events.repository.ts';

type Table = Row<'offers'>;

export interface OfferColumns
  extends
    StoredOfferColumns,
    Pick<
      Table,
      'imageUrl' | 'imageId' | 'postbackTokenSealed' | 'ipWhitelistEnabled' | 'ipBlockEnabled' | 'networkId'
    > {
  readonly steps: readonly OfferStep[];
}

export interface OfferRow
  extends OfferColumns, Pick<Table, 'id' | 'completedCount' | 'version' | 'createdAt' | 'updatedAt'> {}

const DECIDED: readonly (keyof OfferColumns & keyof Table)[] = [
  ...STORED_OFFER_FIELDS,
  'imageUrl',
  'imageId',
  'postbackTokenSealed',
  'steps',
  'ipWhitelistEnabled',
  'ipBlockEnabled',
  'networkId',
];
const COLUMNS = raw(
  ['id', ...DECIDED.map(columnOf), 'completed_count', 'version', 'created_at', 'updated_at']
    // PostgreSQL answers `numeric` as text.
    .map((column) => (column === 'rating' ? 'rating::float8 as rating' : column))
    .join(', '),
);

export interface OfferFilter {
  readonly offerCategory: OfferCategory;
  readonly search: string;
  readonly status: 'all' | 'active' | 'inactive';
  readonly type?: OfferType | undefined;
  /** An id, or `NO_NETWORK`. */
  readonly network?: string | undefined;
}

export interface OfferPage {
  readonly sort: 'createdAt' | 'title' | 'coins' | 'popularity' | 'updatedAt';
  readonly order: 'asc' | 'desc';
  /** Undefined: no limit. */
  readonly limit?: number | undefined;
  readonly offset: number;
}

const SORTS: Readonly<Record<OfferPage['sort'], Sql>> = {
  createdAt: sql`created_at`,
  title: sql`lower(title)`,
  coins: sql`coins`,
  popularity: sql`completed_count`,
  updatedAt: sql`updated_at`,
};

export async function searchOffers(
  q: Queryable,
  filter: OfferFilter,
  { sort, order, limit, offset }: OfferPage,
): Promise<OfferRow[]> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return q.query<OfferRow>(sql`
    select ${COLUMNS} from offers where ${matching(filter)}
    order by ${SORTS[sort]} ${direction}, id ${direction} limit ${limit ?? null} offset ${offset}`);
}

export const countOffers = (q: Queryable, filter: OfferFilter): Promise<number> =>
  q.getValue(sql`select count(*) as total from offers where ${matching(filter)}`);

/** Searches prime offers by title, description and developer; regular ones by title, description and type. */
function matching({ offerCategory, search, status, type, network }: OfferFilter): Sql {
  const conditions = [sql`archived_at is null`, offerCategory === 'prime' ? sql`type = 'prime'` : sql`type <> 'prime'`];
  if (search !== '') {
    const pattern = containsPattern(search);
    const third = offerCategory === 'prime' ? sql`developer` : sql`type`;
    conditions.push(sql`(title ilike ${pattern} or description ilike ${pattern} or ${third} ilike ${pattern})`);
  }
  if (status !== 'all') conditions.push(sql`is_active = ${status === 'active'}`);
  if (type !== undefined) conditions.push(sql`type = ${type}`);
  if (network === NO_NETWORK) conditions.push(sql`network_id is null`);
  else if (network !== undefined) conditions.push(sql`network_id = ${network}`);
  return allOf(conditions);
}

/** An offer with its events in order and its newest completions. */
export interface WholeOfferRow extends OfferRow {
  readonly events: readonly Omit<EventRow, 'offerId'>[];
  readonly completions: readonly CompletionRow[];
}

interface CompletionRow {
  readonly uid: string;
  readonly name: string | null;
  /** ISO 8601 with PostgreSQL's microseconds. */
  readonly completedAt: string;
}

/** Reads the offers among `ids` by one prepared statement, without archived ones. @param day in Asia/Kolkata, for the counts of events */
export async function findWholeOffers(
  q: Queryable,
  ids: readonly string[],
  { day, completions }: { readonly day: string; readonly completions: number },
): Promise<WholeOfferRow[]> {
  const { text, values } = sql`
    select ${COLUMNS},
      (select coalesce(json_agg(json_build_object('id', id, 'position', position, 'name', name, 'payoutPaise', payout_paise,
          'revenuePaise', revenue_paise,           'dailyCap', daily_cap, 'isRequired', is_required, 'description', description, 'dayCount', day_count) order by position), '[]')
        from (${eventsOn(day)} and e.offer_id = offers.id) e) as events,
      (select coalesce(json_agg(json_build_object('uid', uid, 'name', name, 'completedAt', completed_at) order by completed_at desc), '[]') from (
        select u.uid, u.name, c.completed_at from offer_completions c join users u on u.id = c.user_id
        where c.offer_id = offers.id order by c.completed_at desc limit ${completions}
      ) c) as completions
    from offers where id = any (${ids}::text[]) and archived_at is null`;
  return q.prepared('offers-whole', text, values);
}

export const findOffer = (q: Queryable, id: string): Promise<OfferRow | null> =>
  q.findOne(sql`select ${COLUMNS} from offers where id = ${id} and archived_at is null`);

export const lockOffer = (tx: Tx, id: string): Promise<OfferRow | null> =>
  tx.findOne(sql`select ${COLUMNS} from offers where id = ${id} and archived_at is null for update`);

export async function insertOffer(tx: Tx, id: string, columns: OfferColumns, at: Date): Promise<void> {
  const assigned = [
    ...assignments(columns),
    [sql`id`, sql`${id}`],
    [sql`created_at`, sql`${at}`],
    [sql`updated_at`, sql`${at}`],
  ] as const;
  await tx.execute(sql`
    insert into offers (${join(assigned.map(([column]) => column))}) values (${join(assigned.map(([, value]) => value))})`);
}

export async function updateOffer(tx: Tx, id: string, columns: OfferColumns, at: Date): Promise<void> {
  const changes = assignments(columns).map(([column, value]) => sql`${column} = ${value}`);
  await tx.execute(sql`
    update offers set ${join(changes)}, version = version + 1, updated_at = ${at} where id = ${id}`);
}

const assignments = (columns: OfferColumns): [Sql, Sql][] =>
  DECIDED.map((key) => [raw(columnOf(key)), sql`${key === 'steps' ? JSON.stringify(columns.steps) : columns[key]}`]);

interface OfferStateRow {
  readonly id: string;
  readonly title: string;
  readonly isActive: boolean;
}

/** Locks in id order, so that concurrent calls cannot deadlock. */
export const lockOfferStates = (tx: Tx, ids: readonly string[]): Promise<OfferStateRow[]> =>
  tx.query<OfferStateRow>(sql`
    select id, title, is_active from offers where id = any(${ids}) and archived_at is null order by id for update`);

export async function saveOfferStates(tx: Tx, ids: readonly string[], isActive: boolean, at: Date): Promise<void> {
  await tx.execute(sql`
    update offers set is_active = ${isActive}, updated_at = ${at}, version = version + 1 where id = any(${ids})`);
}

/** Hides an offer from every list. Its references stay readable. */
export async function archiveOffer(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.execute(
    sql`update offers set archived_at = ${at}, is_active = false, updated_at = ${at}, version = version + 1 where id = ${id}`,
  );
}

/** Keeps the version: the offer's form may be open, and it does not send these names. */
export async function saveClickParams(tx: Tx, id: string, names: readonly string[], at: Date): Promise<void> {
  await tx.execute(sql`update offers set custom_click_id_params = ${names}, updated_at = ${at} where id = ${id}`);
}
