import {
  NETWORK_DEFAULTS,
  type createNetwork as createNetworkRoute,
  type Network,
  type NetworkChange,
  type NetworkInput,
} from '@muneem/contract/networks';
import { AppError } from '#platform/app-error/index.ts';
import { changedFields, writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { brokenConstraint, type Tx } from '#platform/database/index.ts';
import { answerOnce, type HandlerAnswer, type RequestContext } from '#platform/http/index.ts';
import { newId } from '#platform/ids/index.ts';
import { changeNetwork } from './change-network.ts';
import { getNetwork, type NetworkDependencies } from './get-network.ts';
import {
  insertNetwork,
  setArchived,
  updateNetwork as saveNetwork,
  type NetworkColumns,
} from './networks.repository.ts';

const NEW: Omit<NetworkColumns, 'name'> = {
  ...NETWORK_DEFAULTS,
  contactEmail: '',
  decimalComma: false,
  note: '',
  dialect: null,
};

type Answer = HandlerAnswer<typeof createNetworkRoute>;

/** Creates a network, once per Idempotency-Key if there is one. @throws AppError `conflict` if the name is taken */
export async function createNetwork(
  dependencies: NetworkDependencies,
  context: RequestContext<typeof createNetworkRoute>,
): Promise<Answer> {
  const create = (keep?: (tx: Tx, answer: Answer) => Promise<void>): Promise<Answer> =>
    dependencies.caches.change(['offers'], async (tx) => {
      const at = dependencies.clock.now();
      const id = newId('net', at);
      const columns = columnsOf(context.body, NEW);
      await savedUnlessTaken(insertNetwork(tx, id, columns, at));
      await writeAudit(tx, context.actor, 'networks.create', ['network', id], { after: columns });
      const answer = { message: 'Network created', network: await getNetwork(dependencies, tx, id) };
      await keep?.(tx, answer);
      return answer;
    });
  if (context.request.headers['idempotency-key'] === undefined) return create();
  return answerOnce(dependencies, context, (once) => create((tx, answer) => once.keep(tx, answer)));
}

/** @throws AppError `not_found`, `version_conflict`, `conflict` if the name is taken, `unprocessable` for the currency */
export const updateNetwork = (
  dependencies: NetworkDependencies,
  id: string,
  { version, ...input }: NetworkChange,
  actor: Actor,
): Promise<Network> =>
  changeNetwork(dependencies, id, actor, 'networks.update', async (tx, row) => {
    if (version !== undefined && version !== row.version)
      throw new AppError(
        'version_conflict',
        'This network was saved while you edited it. Your changes were not saved.',
      );
    const columns = columnsOf(input, row);
    if (columns.currency !== row.currency && row.rates.length > 0)
      throw refused('unprocessable', 'currency', `The rates are for ${row.currency}. Delete them first.`);
    await savedUnlessTaken(saveNetwork(tx, id, columns, dependencies.clock.now()));
    return changedFields({ ...columnsOf({ name: row.name }, row) }, { ...columns });
  });

/** A repeat changes nothing. @throws AppError `not_found` */
export const archiveNetwork = (
  dependencies: NetworkDependencies,
  id: string,
  isArchived: boolean,
  actor: Actor,
): Promise<Network> =>
  changeNetwork(dependencies, id, actor, isArchived ? 'networks.archive' : 'networks.unarchive', async (tx, row) => {
    const wasArchived = row.archivedAt !== null;
    if (wasArchived === isArchived) return null;
    await setArchived(tx, id, isArchived, dependencies.clock.now());
    return { before: { isArchived: wasArchived }, after: { isArchived } };
  });

/** Maps a body to columns. Omitted fields keep `before`. */
const columnsOf = (input: NetworkInput, before: Omit<NetworkColumns, 'name'>): NetworkColumns => ({
  name: input.name,
  contactEmail: input.contactEmail ?? before.contactEmail,
  currency: input.currency ?? before.currency,
  payoutParam: input.payoutParam ?? before.payoutParam,
  decimalComma: input.decimalComma ?? before.decimalComma,
  note: input.note ?? before.note,
  dialect: input.dialect === undefined ? before.dialect : input.dialect,
});

const savedUnlessTaken = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (brokenConstraint(error) !== 'networks_name') throw error;
    throw refused('conflict', 'name', 'Another network has this name. It may be archived. Use another name.');
  });

const refused = (code: 'conflict' | 'unprocessable', field: string, message: string): AppError =>
  new AppError(code, message, { fields: { [field]: message } });
