import * as api from '@muneem/contract/manual-payments';
import { AppError } from '#platform/app-error/index.ts';
import { kolkataDay } from '#platform/clock/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import { type BulkRuns, preparedAnswer } from '#features/bulk-runs/index.ts';
import { toManualPayment, toPayableClick } from './manual-payment.mapper.ts';
import { countPayments, listPayments } from './manual-payments.repository.ts';
import { readClickPage, readClicks } from './payable-clicks.repository.ts';
import { definePayingAll, prepareToPayAll } from './pay-all.ts';
import { payClicks, type PayDependencies } from './pay-clicks.ts';
import { searchPayableClicks } from './search-payable-clicks.ts';

export function registerManualPaymentRoutes(
  http: HttpServer,
  dependencies: PayDependencies & { readonly bulkRuns: BulkRuns },
): void {
  const { database, clock, bulkRuns } = dependencies;
  definePayingAll(dependencies, bulkRuns);

  registerRoute(http, api.listPayableClicks, async ({ query }) => {
    const refs = await searchPayableClicks(database, { ...query, statuses: query.statuses.split(',') });
    const found = refs.slice(0, api.CLICKS_FOUND_AT_MOST);
    const { rows, ...page } = await readClickPage(database, found, query);
    return {
      clicks: (await readClicks(database, rows, kolkataDay(clock.now()))).map(toPayableClick),
      total: found.length,
      more: refs.length > found.length,
      ...page,
    };
  });

  registerRoute(http, api.markClickPaid, async ({ body, actor }) => {
    const [result] = await payClicks(dependencies, [body], actor);
    if (!result) throw new Error('one click, but no result');
    if ('code' in result) {
      const { code, message, fields } = result;
      throw new AppError(code, message, fields ? { fields } : {});
    }
    const { coins, transactionId } = result;
    return { message: 'Click marked as paid successfully!', coins, transactionId };
  });

  registerRoute(http, api.markClicksPaid, async ({ body, actor }) => {
    const results = (await payClicks(dependencies, body.clicks, actor)).map((result) =>
      'code' in result
        ? { clickId: result.clickId, success: false, coins: 0, transactionId: null, message: result.message }
        : { ...result, success: true, message: null },
    );
    const successful = results.filter((result) => result.success).length;
    return {
      summary: {
        totalClicks: results.length,
        successful,
        failed: results.length - successful,
        totalCoins: results.reduce((sum, result) => sum + result.coins, 0),
      },
      results,
    };
  });

  registerRoute(http, api.prepareBulkPayment, async ({ body, actor }) =>
    preparedAnswer(database, await prepareToPayAll(dependencies, bulkRuns, body, actor)),
  );

  registerRoute(http, api.listManualPayments, async ({ query }) => {
    const [{ rows, ...page }, total] = await Promise.all([
      listPayments(database, query),
      countPayments(database, query.search),
    ]);
    return { history: rows.map(toManualPayment), total, ...page };
  });
}
