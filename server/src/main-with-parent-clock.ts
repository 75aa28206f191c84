import { createParentClock } from '#platform/clock/index.ts';
import { main } from './start-server.ts';

/** Runs the server with a clock that its parent process moves: the demo creates its past month this way. */
await main(createParentClock(Number(process.argv[2])));
