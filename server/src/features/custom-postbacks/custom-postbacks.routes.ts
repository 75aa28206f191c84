import * as api from '@muneem/contract/custom-postbacks';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { offerNotFound } from '#features/offers/index.ts';
import { createCustomPostback } from './create-custom-postback.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { deleteCustomPostback, toggleCustomPostback, updateCustomPostback } from './change-custom-postback.ts';
import { toAttempt, toDelivery, readDeliveryName } from './delivery.mapper.ts';
import { findDelivery, getBodyParts, listAttempts } from './deliveries.repository.ts';
import { getCustomPostback } from './get-custom-postback.ts';
import { getPostbackStats } from './get-postback-stats.ts';
import { listCustomPostbacks } from './list-custom-postbacks.ts';
import { filterOf, listDeliveries } from './list-deliveries.ts';
import { deliveryNotFound, resendDeliveries, resendDelivery, resendFailedDeliveries } from './resend-deliveries.ts';
import { testCustomPostback } from './test-custom-postback.ts';

const MOST_ATTEMPTS = 200;

export function registerCustomPostbackRoutes(http: HttpServer, dependencies: CustomPostbackDependencies): void {
  const { database } = dependencies;
  const needOffer = async (id: string): Promise<void> => {
    if ((await dependencies.offers.find(id)) === undefined) throw offerNotFound();
  };

  registerRoute(http, api.listCustomPostbacks, async ({ params, query }) => {
    await needOffer(params.id);
    return listCustomPostbacks(dependencies, params.id, query);
  });

  registerRoute(http, api.getCustomPostback, async ({ params }) => ({
    postback: await getCustomPostback(dependencies, database, params.id),
  }));

  registerRoute(http, api.createCustomPostback, async ({ params, body, actor }) => {
    const postback = await createCustomPostback(dependencies, params.id, body, actor);
    const message = 'Postback created successfully. It is inactive: test it, then activate it.';
    return { message, postback, unknownMacros: postback.unknownMacros };
  });

  registerRoute(http, api.updateCustomPostback, async ({ params, body, actor }) => {
    const postback = await updateCustomPostback(dependencies, params.id, body, actor);
    return { message: 'Postback updated successfully', postback, unknownMacros: postback.unknownMacros };
  });

  registerRoute(http, api.deleteCustomPostback, async ({ params, actor }) => {
    await deleteCustomPostback(dependencies, params.id, actor);
    return { message: 'Postback deleted successfully' };
  });

  registerRoute(http, api.toggleCustomPostback, async ({ params, body, actor }) => {
    const postback = await toggleCustomPostback(dependencies, params.id, body.status, actor);
    return { message: TOGGLED[postback.status], postback };
  });

  registerRoute(http, api.testCustomPostback, ({ params, body, actor }) =>
    testCustomPostback(dependencies, params.id, body.testData ?? {}, actor),
  );

  registerRoute(http, api.getPostbackStats, async ({ params, query }) => {
    await needOffer(params.id);
    return { stats: await getPostbackStats(dependencies, params.id, query.days) };
  });

  registerRoute(http, api.listDeliveries, async ({ params, query }) => {
    await needOffer(params.id);
    return listDeliveries(database, params.id, query);
  });

  registerRoute(http, api.getDelivery, async ({ params }) => {
    const id = readDeliveryName(params.id);
    const row = id === null ? null : await findDelivery(database, id);
    if (row === null) throw deliveryNotFound();
    const [attempts, { template, macros }] = await Promise.all([
      listAttempts(database, row.id, row.createdAt, MOST_ATTEMPTS),
      getBodyParts(database, row.id),
    ]);
    const body = template === '' ? null : api.fillJson(template, macros);
    return { delivery: toDelivery(row), attempts: attempts.map(toAttempt), body };
  });

  registerRoute(http, api.resendDelivery, async ({ params, actor }) => {
    await resendDelivery(dependencies, params.id, actor);
    return { message: 'The delivery will be resent', resent: 1, skipped: 0 };
  });

  registerRoute(http, api.resendDeliveries, async ({ body, actor }) => {
    const { resent, skipped } = await resendDeliveries(dependencies, body.ids, actor);
    return { message: `${countOf(resent)} resent, ${skipped} unchanged`, resent, skipped };
  });

  registerRoute(http, api.resendFailedDeliveries, async ({ params, body, actor }) => {
    await needOffer(params.id);
    const { resent, remaining } = await resendFailedDeliveries(dependencies, filterOf(params.id, body), actor);
    return { message: `${countOf(resent)} resent, ${remaining} failed ones left`, resent, remaining };
  });
}

const TOGGLED = {
  active: 'Postback activated successfully',
  inactive: 'Postback paused successfully',
  testing: 'Postback set to testing',
} as const;

const countOf = (count: number): string => `${count} ${count === 1 ? 'delivery is' : 'deliveries are'}`;
