import { forkNode, type SimulationOptions } from '@muneem/sandbox/payout-simulation';

const NODE = new URL('payout-node-process.ts', import.meta.url);

/** Starts processes of the product on this database that pay by this provider with the key `key`. */
export const nodesOn =
  (databaseUrl: string, provider: string): SimulationOptions['startNode'] =>
  ({ providerUrl, now }) =>
    forkNode(NODE, {
      environment: { DATABASE_URL: databaseUrl, PROVIDER_URL: providerUrl, PROVIDER: provider, API_KEY: 'key' },
      now,
    });
