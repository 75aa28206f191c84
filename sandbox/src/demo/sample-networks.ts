import { addNetworkRate, createNetwork, listNetworks, type NetworkInput } from '@muneem/contract/networks';
import type { AdminSession } from '../product/index.ts';

interface SampleNetwork {
  readonly input: NetworkInput;
  /** Rupees for one unit of its currency, from a day on. */
  readonly rates: readonly (readonly [from: string, rupees: number])[];
  /** The amount that it reports for an expected revenue in rupees. Undefined: it reports none. */
  readonly reported: (rupees: number) => string | undefined;
}

const RUPEES_PER_DOLLAR = 84.2;

/** The networks of the demo: one in rupees, one in dollars, one without amounts, one whose amounts differ. */
const NETWORKS: readonly SampleNetwork[] = [
  {
    input: { name: 'Kaveri Ads', contactEmail: 'payments@kaveri.example', note: 'Pays on the 5th.' },
    rates: [],
    reported: (rupees) => rupees.toFixed(2),
  },
  {
    input: {
      name: 'Monsoon Offer Wall',
      currency: 'USD',
      contactEmail: 'publishers@monsoon.example',
      dialect: { clickIdParam: '', statusParam: 'status', approve: ['1'], pending: [], reverse: ['2', '-1'] },
      note: 'Pays net 30. Its documentation says: 2 and -1 are chargebacks.',
    },
    rates: [
      ['2026-01-01', 83.1],
      ['2026-11-01', RUPEES_PER_DOLLAR],
    ],
    reported: (rupees) => (rupees / RUPEES_PER_DOLLAR).toFixed(4),
  },
  { input: { name: 'Nila Media', note: 'Reports no amounts.' }, rates: [], reported: () => undefined },
  {
    input: { name: 'Banyan Network', note: 'Its amounts are often lower than agreed.' },
    rates: [],
    reported: (rupees) => (rupees * 0.4).toFixed(2),
  },
];

export interface PreparedNetwork extends Pick<SampleNetwork, 'reported'> {
  readonly id: string;
}

/** Creates the demo's networks, or finds those of an earlier run. */
export async function prepareNetworks(admin: AdminSession): Promise<PreparedNetwork[]> {
  const { networks } = await admin.call(listNetworks, { query: { status: 'all' } });
  const prepared: PreparedNetwork[] = [];
  for (const { input, rates, reported } of NETWORKS) {
    let id = networks.find(({ name }) => name === input.name)?._id;
    if (id === undefined) {
      id = (await admin.call(createNetwork, { body: input })).network._id;
      for (const [from, rupees] of rates) await admin.call(addNetworkRate, { params: { id }, body: { from, rupees } });
    }
    prepared.push({ id, reported });
  }
  return prepared;
}
