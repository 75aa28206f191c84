import { runByName } from '@muneem/bench/run-by-name.ts';
import { rehearseAlerts } from './alerts/alerts.drill.ts';
import { rehearseCompose } from './compose/compose.drill.ts';
import { rehearseFailover } from './failover/failover.drill.ts';
import { rehearseImage } from './image/image.drill.ts';
import { rehearseInstall } from './install/install.drill.ts';
import { rehearsePgbackrest } from './pgbackrest/pgbackrest.drill.ts';
import { rehearseReplica } from './replica/replica.drill.ts';
import { rehearseRestore } from './restore/restore.drill.ts';
import { rehearseService } from './service/service.drill.ts';
import { rehearseUpgrade } from './upgrade/upgrade.drill.ts';

await runByName('drill', {
  alerts: rehearseAlerts,
  compose: rehearseCompose,
  failover: rehearseFailover,
  image: rehearseImage,
  install: rehearseInstall,
  pgbackrest: rehearsePgbackrest,
  replica: rehearseReplica,
  restore: rehearseRestore,
  service: rehearseService,
  upgrade: rehearseUpgrade,
});
