import { microRupeesOf, NETWORK_LIMITS, OWN_CURRENCY, rateOf, type Network } from '@muneem/contract/networks';
import { AppError } from '#platform/app-error/index.ts';
import type { Actor } from '#platform/audit-log/index.ts';
import { changeNetwork } from './change-network.ts';
import type { NetworkDependencies } from './get-network.ts';
import { deleteRate, saveRate, type RateRow, type WholeNetworkRow } from './networks.repository.ts';

interface RateChange {
  /** The first day in Asia/Kolkata. */
  readonly from: string;
  readonly rupees: number;
}

/**
 * Adds the rate of a day. A repeat changes nothing.
 * @throws AppError `not_found`; `conflict` if the day has another rate; `unprocessable` for INR or too many rates
 */
export const addRate = (
  dependencies: NetworkDependencies,
  id: string,
  { from, rupees }: RateChange,
  actor: Actor,
): Promise<Network> =>
  changeNetwork(dependencies, id, actor, 'networks.add_rate', async (tx, row) => {
    const rate = { from, microRupees: microRupeesOf(rupees) };
    if (row.currency === OWN_CURRENCY)
      throw refused('unprocessable', 'The currency of this network is INR: its amounts need no rate.');
    const stored = rateOn(row, from);
    if (stored?.microRupees === rate.microRupees) return null;
    if (stored)
      throw refused('conflict', `There is a rate from this day: ₹${rateOf(stored.microRupees)}. Change that one.`);
    if (row.rates.length >= NETWORK_LIMITS.rates)
      throw refused(
        'unprocessable',
        `A network has at most ${NETWORK_LIMITS.rates} rates. Delete old ones: recorded conversions keep theirs.`,
      );
    await saveRate(tx, id, rate);
    return { after: auditedRate(row, rate) };
  });

/** @throws AppError `not_found` */
export const changeRate = (
  dependencies: NetworkDependencies,
  id: string,
  { from, rupees }: RateChange,
  actor: Actor,
): Promise<Network> =>
  changeNetwork(dependencies, id, actor, 'networks.change_rate', async (tx, row) => {
    const stored = requireRate(row, from);
    const rate = { from, microRupees: microRupeesOf(rupees) };
    if (stored.microRupees === rate.microRupees) return null;
    await saveRate(tx, id, rate);
    return { before: auditedRate(row, stored), after: auditedRate(row, rate) };
  });

/** @throws AppError `not_found` */
export const removeRate = (
  dependencies: NetworkDependencies,
  id: string,
  from: string,
  actor: Actor,
): Promise<Network> =>
  changeNetwork(dependencies, id, actor, 'networks.delete_rate', async (tx, row) => {
    const stored = requireRate(row, from);
    await deleteRate(tx, id, from);
    return { before: auditedRate(row, stored) };
  });

const rateOn = ({ rates }: WholeNetworkRow, from: string): RateRow | undefined =>
  rates.find((rate) => rate.from === from);

function requireRate(row: WholeNetworkRow, from: string): RateRow {
  const stored = rateOn(row, from);
  if (stored === undefined) throw new AppError('not_found', 'The network has no rate from this day.');
  return stored;
}

const auditedRate = ({ currency }: WholeNetworkRow, { from, microRupees }: RateRow) => ({
  from,
  currency,
  rupees: rateOf(microRupees),
});

const refused = (code: 'conflict' | 'unprocessable', message: string): AppError =>
  new AppError(code, message, { fields: { from: message } });
