import { createParentClock } from '#platform/clock/index.ts';
import { main } from './start-server.ts';

/** The product under a clock that its parent process moves: how the demo makes its month before today. */
await main(createParentClock(Number(process.argv[2])));
