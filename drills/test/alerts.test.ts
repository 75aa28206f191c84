import { expect, test } from 'vitest';
import { rehearseAlerts } from '../src/alerts/alerts.drill.ts';
import { FAULTS } from '../src/alerts/faults.ts';

test('fires the alerts for a doubled payout and a killed server (needs the Debian package prometheus)', async () => {
  const faults = FAULTS.filter(({ alerts }) =>
    ['MuneemReconciliationDifference', 'MuneemDown'].some((alert) => alerts.includes(alert)),
  );
  expect(await rehearseAlerts(faults)).not.toBe(false);
}, 240_000);
