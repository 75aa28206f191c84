import { fillEarlierRevenue, getFunnel, previewEarlierRevenue } from '@muneem/contract/conversion-reports';
import { groupDigits } from '@muneem/contract/money';
import type { Platform } from '#platform/feature-module/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { fillEarlier, previewFill, type EarlierRevenueDependencies } from '#features/conversions/index.ts';
import { readFunnel } from './funnel.repository.ts';

export function registerOfferEarningsRoutes(
  http: HttpServer,
  dependencies: Pick<Platform, 'database' | 'clock'> & EarlierRevenueDependencies,
): void {
  const { database, clock } = dependencies;
  registerRoute(http, getFunnel, async ({ params }) => ({
    funnel: await readFunnel(database, params.id, clock.now()),
  }));

  registerRoute(http, previewEarlierRevenue, async ({ params }) => ({
    earlier: await previewFill(dependencies, params.id),
  }));

  registerRoute(http, fillEarlierRevenue, async ({ params, actor }) => {
    const { filled, remaining } = await fillEarlier(dependencies, params.id, actor);
    const message = `The revenue of ${groupDigits(filled)} earlier conversions was set.`;
    return { message, filled, remaining };
  });
}
