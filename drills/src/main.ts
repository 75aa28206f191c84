import { availableParallelism, totalmem } from 'node:os';
import { rehearseAlerts } from './alerts/alerts.drill.ts';
import { rehearseFailover } from './failover/failover.drill.ts';
import { rehearseImage } from './image/image.drill.ts';
import { rehearseInstall } from './install/install.drill.ts';
import { rehearsePgbackrest } from './pgbackrest/pgbackrest.drill.ts';
import { line } from './report.ts';
import { rehearseReplica } from './replica/replica.drill.ts';
import { rehearseRestore } from './restore/restore.drill.ts';
import { rehearseService } from './service/service.drill.ts';
import { rehearseUpgrade } from './upgrade/upgrade.drill.ts';

/** Each drill prints its figures. It returns whether its limits are kept, or 'not run' if a program is missing here. */
export type Drill = () => Promise<boolean | 'not run'>;

/** One line for each drill. */
const DRILLS: Readonly<Record<string, Drill>> = {
  alerts: rehearseAlerts,
  failover: rehearseFailover,
  image: rehearseImage,
  install: rehearseInstall,
  pgbackrest: rehearsePgbackrest,
  replica: rehearseReplica,
  restore: rehearseRestore,
  service: rehearseService,
  upgrade: rehearseUpgrade,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in DRILLS));
if (unknown.length > 0) {
  line(`no drill ${unknown.join(', ')}; there are ${Object.keys(DRILLS).join(', ')}`);
  process.exit(2);
}
line(`${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`);
let allKept = true;
const notRun: string[] = [];
for (const [name, run] of Object.entries(DRILLS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  line(`\n${name}`);
  const result = await run();
  if (result === 'not run') notRun.push(name);
  else allKept = result && allKept;
}
if (notRun.length > 0) line(`\nnot run: ${notRun.join(', ')}`);
// A drill that was asked for by name and did not run is a failure.
process.exitCode = allKept && !notRun.some((name) => asked.includes(name)) ? 0 : 1;
