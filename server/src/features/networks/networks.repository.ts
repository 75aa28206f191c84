import type { NetworkDialect } from '@muneem/contract/networks';
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

type Table = Row<'networks'>;

export interface NetworkColumns extends Pick<
  Table,
  'name' | 'contactEmail' | 'currency' | 'payoutParam' | 'decimalComma' | 'note'
> {
  readonly dialect: NetworkDialect | null;
}

export interface RateRow {
  /** The first day in Asia/Kolkata: `2026-12-01`. */
  readonly from: string;
  /** Millionths of a rupee for one unit of the network's currency. */
  readonly microRupees: number;
}

interface NetworkRow extends NetworkColumns, Pick<Table, 'id' | 'version' | 'archivedAt' | 'createdAt' | 'updatedAt'> {
  /** Offers that are not deleted. */
  readonly offers: number;
}

export interface WholeNetworkRow extends NetworkRow {
  /** Newest first. */
  readonly rates: readonly RateRow[];
}

export interface ListedNetworkRow extends NetworkRow {
  readonly currentRate: RateRow | null;
}

const DECIDED = ['name', 'contactEmail', 'currency', 'payoutParam', 'decimalComma', 'note', 'dialect'] as const;
const COLUMNS = raw(
  ['id', ...DECIDED.map(columnOf), 'version', 'archived_at', 'created_at', 'updated_at']
    .map((column) => `n.${column}`)
    .join(', '),
);
const OFFERS = raw(`(select count(*) from offers o where o.network_id = n.id and o.archived_at is null) as offers`);
const RATE = raw(`json_build_object('from', r.from_day::text, 'microRupees', r.micro_rupees)`);

export interface NetworkFilter {
  readonly search: string;
  readonly status: 'active' | 'archived' | 'all';
}

export interface NetworkPage {
  readonly sort: 'name' | 'offers' | 'createdAt' | 'updatedAt';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

const SORTS: Readonly<Record<NetworkPage['sort'], Sql>> = {
  name: sql`lower(n.name)`,
  offers: sql`offers`,
  createdAt: sql`n.created_at`,
  updatedAt: sql`n.updated_at`,
};

/** @param today in Asia/Kolkata, for the current rates */
export async function searchNetworks(
  q: Queryable,
  filter: NetworkFilter,
  { sort, order, limit, offset }: NetworkPage,
  today: string,
): Promise<ListedNetworkRow[]> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return q.query<ListedNetworkRow>(sql`
    select ${COLUMNS}, ${OFFERS},
      (select ${RATE} from network_rates r where r.network_id = n.id and r.from_day <= ${today} order by r.from_day desc limit 1) as current_rate
    from networks n where ${matching(filter)}
    order by ${SORTS[sort]} ${direction}, n.id ${direction} limit ${limit} offset ${offset}`);
}

export const countNetworks = (q: Queryable, filter: NetworkFilter): Promise<number> =>
  q.getValue(sql`select count(*) from networks n where ${matching(filter)}`);

function matching({ search, status }: NetworkFilter): Sql {
  const conditions = [sql`true`];
  if (status !== 'all') conditions.push(sql`(n.archived_at is null) = ${status === 'active'}`);
  if (search !== '') {
    const pattern = containsPattern(search);
    conditions.push(sql`(n.name ilike ${pattern} or n.contact_email ilike ${pattern} or n.note ilike ${pattern})`);
  }
  return allOf(conditions);
}

export const findNetwork = (q: Queryable, id: string): Promise<WholeNetworkRow | null> =>
  q.findOne(sql`
    select ${COLUMNS}, ${OFFERS},
      (select coalesce(json_agg(${RATE} order by r.from_day desc), '[]') from network_rates r where r.network_id = n.id) as rates
    from networks n where n.id = ${id}`);

export async function lockNetwork(tx: Tx, id: string): Promise<WholeNetworkRow | null> {
  const locked = await tx.query(sql`select id from networks where id = ${id} for no key update`);
  return locked.length === 0 ? null : findNetwork(tx, id);
}

/** Says whether a network is archived. It stays so until the transaction ends. Null: no such network. */
export const lockNetworkState = (tx: Tx, id: string): Promise<{ readonly isArchived: boolean } | null> =>
  tx.findOne(sql`select archived_at is not null as is_archived from networks where id = ${id} for share`);

export async function insertNetwork(tx: Tx, id: string, columns: NetworkColumns, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into networks (id, ${join(DECIDED.map((key) => raw(columnOf(key))))}, created_at, updated_at)
    values (${id}, ${join(DECIDED.map((key) => storedValue(columns, key)))}, ${at}, ${at})`);
}

export async function updateNetwork(tx: Tx, id: string, columns: NetworkColumns, at: Date): Promise<void> {
  const changes = DECIDED.map((key) => sql`${raw(columnOf(key))} = ${storedValue(columns, key)}`);
  await tx.execute(sql`
    update networks set ${join(changes)}, version = version + 1, updated_at = ${at} where id = ${id}`);
}

const storedValue = (columns: NetworkColumns, key: (typeof DECIDED)[number]): unknown =>
  key === 'dialect' && columns.dialect !== null ? JSON.stringify(columns.dialect) : columns[key];

export async function setArchived(tx: Tx, id: string, isArchived: boolean, at: Date): Promise<void> {
  await tx.execute(sql`
    update networks set archived_at = ${isArchived ? at : null}, version = version + 1, updated_at = ${at} where id = ${id}`);
}

export async function saveRate(tx: Tx, id: string, { from, microRupees }: RateRow): Promise<void> {
  await tx.execute(sql`
    insert into network_rates (network_id, from_day, micro_rupees) values (${id}, ${from}, ${microRupees})
    on conflict (network_id, from_day) do update set micro_rupees = excluded.micro_rupees`);
}

export async function deleteRate(tx: Tx, id: string, from: string): Promise<void> {
  await tx.execute(sql`delete from network_rates where network_id = ${id} and from_day = ${from}`);
}
