import { availableParallelism, totalmem } from 'node:os';
import { benchCosts } from './costs/costs.bench.ts';
import { benchGrowth } from './growth/growth.bench.ts';
import { benchLedger } from './ledger/ledger.bench.ts';
import { benchPayouts } from './payouts/payouts.bench.ts';
import { benchWithdrawals } from './payouts/withdrawals.bench.ts';
import { benchReports } from './lists/reports.bench.ts';
import { benchUsers } from './lists/users.bench.ts';
import { benchDeliveries } from './deliveries/deliveries.bench.ts';
import { benchPostbacks } from './postbacks/postbacks.bench.ts';
import { benchRedirects } from './redirects/redirects.bench.ts';
import { line } from './report.ts';
import { benchScreens } from './screens/screens.bench.ts';
import { benchSpreadsheets } from './spreadsheets/spreadsheets.bench.ts';

/**
 * Each benchmark prints its figures and returns whether its targets are met, or 'not run' if a program is missing here.
 */
const BENCHMARKS: Readonly<Record<string, () => Promise<boolean | 'not run'>>> = {
  postbacks: benchPostbacks,
  redirects: benchRedirects,
  deliveries: benchDeliveries,
  users: benchUsers,
  reports: benchReports,
  costs: benchCosts,
  growth: benchGrowth,
  ledger: benchLedger,
  payouts: benchPayouts,
  withdrawals: benchWithdrawals,
  screens: benchScreens,
  spreadsheets: benchSpreadsheets,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  line(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exit(2);
}
line(`${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`);
let allMet = true;
const notRun: string[] = [];
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  line(`\n${name}`);
  const result = await run();
  if (result === 'not run') notRun.push(name);
  else allMet = result && allMet;
}
if (notRun.length > 0) line(`\nnot run: ${notRun.join(', ')}`);
// A benchmark that was requested by name and did not run is a failure.
process.exitCode = allMet && !notRun.some((name) => asked.includes(name)) ? 0 : 1;
