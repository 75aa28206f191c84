import { benchCosts } from './costs/costs.bench.ts';
import { benchGrowth } from './growth/growth.bench.ts';
import { benchLedger } from './ledger/ledger.bench.ts';
import { benchPayouts } from './payouts/payouts.bench.ts';
import { benchWithdrawals } from './payouts/withdrawals.bench.ts';
import { benchReports } from './lists/reports.bench.ts';
import { benchRequests } from './lists/requests.bench.ts';
import { benchUsers } from './lists/users.bench.ts';
import { benchDeliveries } from './deliveries/deliveries.bench.ts';
import { benchPostbacks } from './postbacks/postbacks.bench.ts';
import { benchRedirects } from './redirects/redirects.bench.ts';
import { runByName } from './run-by-name.ts';
import { benchScreens } from './screens/screens.bench.ts';
import { benchSpreadsheets } from './spreadsheets/spreadsheets.bench.ts';

await runByName('benchmark', {
  postbacks: benchPostbacks,
  redirects: benchRedirects,
  deliveries: benchDeliveries,
  users: benchUsers,
  reports: benchReports,
  requests: benchRequests,
  costs: benchCosts,
  growth: benchGrowth,
  ledger: benchLedger,
  payouts: benchPayouts,
  withdrawals: benchWithdrawals,
  screens: benchScreens,
  spreadsheets: benchSpreadsheets,
});
