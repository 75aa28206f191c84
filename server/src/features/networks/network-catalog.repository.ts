import type { NetworkDialect } from '@muneem/contract/networks';
import { sql, type Queryable } from '#platform/database/index.ts';
import type { RateRow } from './networks.repository.ts';

/** The fields of a network that postbacks and conversions need. */
export interface CatalogNetwork {
  readonly id: string;
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The postback parameter with the network's payout. */
  readonly payoutParam: string;
  /** True: a comma in an amount is its decimal sign. */
  readonly decimalComma: boolean;
  /** Null: its postbacks are read by the general rules only. */
  readonly dialect: NetworkDialect | null;
  /** Oldest first. */
  readonly rates: readonly RateRow[];
}

/** Includes archived networks: they stay on their offers. */
export const listCatalogNetworks = (q: Queryable): Promise<CatalogNetwork[]> =>
  q.query<CatalogNetwork & Record<string, unknown>>(sql`
    select id, name, currency, payout_param, decimal_comma, dialect,
      (select coalesce(json_agg(json_build_object('from', r.from_day::text, 'microRupees', r.micro_rupees) order by r.from_day), '[]')
        from network_rates r where r.network_id = networks.id) as rates
    from networks`);
