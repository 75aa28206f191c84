import type { Network } from '@muneem/contract/networks';
import { writeAudit, type Actor, type Change } from '#platform/audit-log/index.ts';
import type { Tx } from '#platform/database/index.ts';
import { getNetwork, networkNotFound, type NetworkDependencies } from './get-network.ts';
import { lockNetwork, type WholeNetworkRow } from './networks.repository.ts';

/**
 * Locks a network, changes and audits it, and tells all servers.
 * @param change returns the changed fields, or null if nothing changes @throws AppError `not_found`
 */
export function changeNetwork(
  dependencies: NetworkDependencies,
  id: string,
  actor: Actor,
  action: `networks.${string}`,
  change: (tx: Tx, row: WholeNetworkRow) => Promise<Change | null>,
): Promise<Network> {
  return dependencies.caches.change(['offers'], async (tx) => {
    const row = await lockNetwork(tx, id);
    if (row === null) throw networkNotFound();
    const fields = await change(tx, row);
    if (fields !== null) await writeAudit(tx, actor, action, ['network', id], fields);
    return getNetwork(dependencies, tx, id);
  });
}
