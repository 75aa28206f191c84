/**
 * Asks ad networks about clicks whose postback may be lost.
 *
 * Its schedule is our own, not pg-boss's: `SMART_POLL_EVERY_S` may be below cron's minute. The row that claims a slot
 * is also the run's lease and history.
 */
export { listPolls } from './list-polls.ts';
export { smartPollModule } from './smart-poll.module.ts';
