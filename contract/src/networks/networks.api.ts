import * as z from '#schema';
import { byId, calendarDay, routesOf, listQuery, recordId, success } from '../http/index.ts';
import { network, networkChange, networkInput, networkSummary, rateRupees } from './networks.ts';
import { rights } from '../rights/index.ts';

const defineRoute = routesOf('networks');
const limit = { max: 120, windowS: 60 };
const saved = success({ message: z.string(), network });
const oneRate = z.object({ id: recordId(), from: calendarDay() });

export const listNetworks = defineRoute({
  method: 'GET',
  path: '/api/networks',
  right: rights.seeNetworks,
  summary: 'Networks by name, with their rates of today; the search reads name, email and note',
  query: z.object({
    ...listQuery(['name', 'offers', 'createdAt', 'updatedAt']),
    order: z._default(z.enum(['asc', 'desc']), 'asc'),
    status: z._default(z.enum(['active', 'archived', 'all']), 'active'),
  }),
  answer: success({
    networks: z.array(networkSummary),
    /** Networks that match. */
    total: z.int(),
    /** All networks, regardless of the filters. */
    totalNetworks: z.int(),
  }),
});

export const getNetwork = defineRoute({
  method: 'GET',
  path: '/api/networks/:id',
  right: rights.seeNetworks,
  summary: 'One network with all its rates, newest first',
  params: byId,
  answer: success({ network }),
});

export const createNetwork = defineRoute({
  method: 'POST',
  path: '/api/networks',
  right: rights.changeNetworks,
  summary: 'Create a network; an Idempotency-Key header makes a retry safe',
  body: networkInput,
  answer: saved,
  limit,
});

export const updateNetwork = defineRoute({
  method: 'PUT',
  path: '/api/networks/:id',
  right: rights.changeNetworks,
  summary: 'Change a network; with `version` only if that is still the current version',
  params: byId,
  body: networkChange,
  answer: saved,
  limit,
});

/** An archived network stays on its offers and cannot be chosen for others. */
export const archiveNetwork = defineRoute({
  method: 'POST',
  path: '/api/networks/:id/archive',
  right: rights.changeNetworks,
  summary: 'Archive a network, or bring it back; a repeat changes nothing',
  params: byId,
  body: z.object({ isArchived: z._default(z.boolean(), true) }),
  answer: saved,
  limit,
});

/** `from` is a day in Asia/Kolkata. A conversion keeps the rate with which it was recorded. */
export const addNetworkRate = defineRoute({
  method: 'POST',
  path: '/api/networks/:id/rates',
  right: rights.changeNetworks,
  summary: 'Add a rate to rupees from a day on; a repeat changes nothing',
  params: byId,
  body: z.object({ from: calendarDay(), rupees: rateRupees() }),
  answer: saved,
  limit,
});

export const changeNetworkRate = defineRoute({
  method: 'PUT',
  path: '/api/networks/:id/rates/:from',
  right: rights.changeNetworks,
  summary: 'Change the rate of a day for later conversions',
  params: oneRate,
  body: z.object({ rupees: rateRupees() }),
  answer: saved,
  limit,
});

export const deleteNetworkRate = defineRoute({
  method: 'DELETE',
  path: '/api/networks/:id/rates/:from',
  right: rights.changeNetworks,
  summary: 'Delete the rate of a day; the rate before it is then in force',
  params: oneRate,
  answer: saved,
  limit,
});
