import { allOf, containsPattern, join, sql, type Queryable, type Sql, type Tx } from '#platform/database/index.ts';
import type { OfferCategory, OfferStep, OfferType } from '@muneem/contract/offers';

/** What a person decides about an offer. */
export interface OfferColumns {
  readonly title: string;
  readonly description: string;
  readonly coins: number;
  readonly type: OfferType;
  readonly requirements: string;
  readonly image_url: string | null;
  readonly image_id: string | null;
  readonly developer: string | null;
  readonly rating: number;
  readonly downloads: string | null;
  readonly category: string | null;
  readonly tracking_url: string;
  readonly poll_url: string | null;
  readonly postback_token_sealed: string | null;
  readonly custom_click_id_params: readonly string[];
  readonly deadline: string;
  readonly steps: readonly OfferStep[];
  readonly is_active: boolean;
  readonly ip_whitelist_enabled: boolean;
  readonly ip_whitelist: string;
  readonly ip_block_enabled: boolean;
}

export interface OfferRow extends OfferColumns {
  readonly id: string;
  readonly completed_count: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = sql`id, title, description, coins, type, requirements, image_url, image_id, developer, rating::float8 as rating, downloads,
  category, tracking_url, poll_url, postback_token_sealed, custom_click_id_params, deadline, steps, is_active, ip_whitelist_enabled,
  ip_whitelist, ip_block_enabled, completed_count, version, created_at, updated_at`;

export interface OfferFilter {
  readonly offerCategory: OfferCategory;
  readonly search: string;
  readonly status: 'all' | 'active' | 'inactive';
  readonly type?: OfferType | undefined;
}

export interface OfferPage {
  readonly sort: 'createdAt' | 'title' | 'coins' | 'popularity' | 'updatedAt';
  readonly order: 'asc' | 'desc';
  /** All of them when left out. */
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

/** Offers that are not archived. */
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

export async function countOffers(q: Queryable, filter: OfferFilter): Promise<number> {
  const [row] = await q.query<{ total: number }>(sql`select count(*) as total from offers where ${matching(filter)}`);
  return row?.total ?? 0;
}

/** Prime offers are searched by title, description and developer; regular ones by title, description and type. */
function matching({ offerCategory, search, status, type }: OfferFilter): Sql {
  const conditions = [sql`archived_at is null`, offerCategory === 'prime' ? sql`type = 'prime'` : sql`type <> 'prime'`];
  if (search !== '') {
    const pattern = containsPattern(search);
    const third = offerCategory === 'prime' ? sql`developer` : sql`type`;
    conditions.push(sql`(title ilike ${pattern} or description ilike ${pattern} or ${third} ilike ${pattern})`);
  }
  if (status !== 'all') conditions.push(sql`is_active = ${status === 'active'}`);
  if (type !== undefined) conditions.push(sql`type = ${type}`);
  return allOf(conditions);
}

export async function findOffer(q: Queryable, id: string): Promise<OfferRow | null> {
  const [row] = await q.query<OfferRow>(sql`select ${COLUMNS} from offers where id = ${id} and archived_at is null`);
  return row ?? null;
}

/** The same, and nobody else changes it before this transaction ends. */
export async function lockOffer(tx: Tx, id: string): Promise<OfferRow | null> {
  const [row] = await tx.query<OfferRow>(
    sql`select ${COLUMNS} from offers where id = ${id} and archived_at is null for update`,
  );
  return row ?? null;
}

export async function insertOffer(tx: Tx, id: string, columns: OfferColumns, at: Date): Promise<OfferRow> {
  const assigned = [
    ...assignments(columns),
    [sql`id`, sql`${id}`],
    [sql`created_at`, sql`${at}`],
    [sql`updated_at`, sql`${at}`],
  ] as const;
  const [row] = await tx.query<OfferRow>(sql`
    insert into offers (${join(assigned.map(([column]) => column))}) values (${join(assigned.map(([, value]) => value))}) returning ${COLUMNS}`);
  if (!row) throw new Error('the offer was not stored');
  return row;
}

export async function updateOffer(tx: Tx, id: string, columns: OfferColumns, at: Date): Promise<OfferRow> {
  const changes = assignments(columns).map(([column, value]) => sql`${column} = ${value}`);
  const [row] = await tx.query<OfferRow>(sql`
    update offers set ${join(changes)}, version = version + 1, updated_at = ${at} where id = ${id} returning ${COLUMNS}`);
  if (!row) throw new Error('the offer was not changed');
  return row;
}

function assignments(columns: OfferColumns): [Sql, Sql][] {
  return [
    [sql`title`, sql`${columns.title}`],
    [sql`description`, sql`${columns.description}`],
    [sql`coins`, sql`${columns.coins}`],
    [sql`type`, sql`${columns.type}`],
    [sql`requirements`, sql`${columns.requirements}`],
    [sql`image_url`, sql`${columns.image_url}`],
    [sql`image_id`, sql`${columns.image_id}`],
    [sql`developer`, sql`${columns.developer}`],
    [sql`rating`, sql`${columns.rating}`],
    [sql`downloads`, sql`${columns.downloads}`],
    [sql`category`, sql`${columns.category}`],
    [sql`tracking_url`, sql`${columns.tracking_url}`],
    [sql`poll_url`, sql`${columns.poll_url}`],
    [sql`postback_token_sealed`, sql`${columns.postback_token_sealed}`],
    [sql`custom_click_id_params`, sql`${columns.custom_click_id_params}`],
    [sql`deadline`, sql`${columns.deadline}`],
    [sql`steps`, sql`${JSON.stringify(columns.steps)}`],
    [sql`is_active`, sql`${columns.is_active}`],
    [sql`ip_whitelist_enabled`, sql`${columns.ip_whitelist_enabled}`],
    [sql`ip_whitelist`, sql`${columns.ip_whitelist}`],
    [sql`ip_block_enabled`, sql`${columns.ip_block_enabled}`],
  ];
}

export interface OfferStateRow {
  readonly id: string;
  readonly title: string;
  readonly is_active: boolean;
}

/** In the order of their ids, so that two who lock many never wait for each other in a circle. */
export const lockOfferStates = (tx: Tx, ids: readonly string[]): Promise<OfferStateRow[]> =>
  tx.query<OfferStateRow>(sql`
    select id, title, is_active from offers where id = any(${ids}) and archived_at is null order by id for update`);

export async function saveOfferStates(tx: Tx, ids: readonly string[], isActive: boolean, at: Date): Promise<void> {
  await tx.execute(sql`
    update offers set is_active = ${isActive}, updated_at = ${at}, version = version + 1 where id = any(${ids})`);
}

/** Takes an offer off every list; what refers to it stays readable. */
export async function archiveOffer(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.execute(
    sql`update offers set archived_at = ${at}, is_active = false, updated_at = ${at}, version = version + 1 where id = ${id}`,
  );
}

/** Without a new version: the form of the same offer may be open, and does not send these. */
export async function saveClickParams(tx: Tx, id: string, names: readonly string[], at: Date): Promise<void> {
  await tx.execute(sql`update offers set custom_click_id_params = ${names}, updated_at = ${at} where id = ${id}`);
}

export interface CompletionRow {
  readonly uid: string;
  readonly name: string | null;
  readonly completed_at: Date;
}

/** Who completed an offer, the newest first. */
export async function listCompletions(q: Queryable, offerId: string, limit: number): Promise<CompletionRow[]> {
  return q.query<CompletionRow>(sql`
    select u.uid, u.name, c.completed_at from offer_completions c join users u on u.id = c.user_id
    where c.offer_id = ${offerId} order by c.completed_at desc limit ${limit}`);
}
