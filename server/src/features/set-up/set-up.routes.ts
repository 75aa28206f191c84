import { dismissSetUp, testSetUp } from '@muneem/contract/set-up';
import { writeAudit } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import { registerRoute, type HttpServer } from '#platform/http/index.ts';
import type { SetUp } from './create-set-up.ts';
import { dismissSetUpRow } from './set-up.repository.ts';

export function registerSetUpRoutes(
  http: HttpServer,
  { database, clock, setUp }: Pick<Platform, 'database' | 'clock'> & { readonly setUp: SetUp },
): void {
  registerRoute(http, testSetUp, async () => ({ problems: await setUp.test() }));

  registerRoute(http, dismissSetUp, async ({ actor }) => {
    await transaction(database, async (tx) => {
      if (!(await dismissSetUpRow(tx, clock.now()))) return;
      await writeAudit(tx, actor, 'settings.dismiss-set-up', ['settings', 'settings'], {
        after: { setUpDismissed: true },
      });
    });
    return { message: 'The checklist was dismissed.' };
  });
}
