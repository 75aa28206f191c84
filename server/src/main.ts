import { systemClock } from '#platform/clock/index.ts';
import { main } from './start-server.ts';

await main(systemClock);
