/**
 * Asks ad networks about clicks whose postback may be lost.
 *
 * Its schedule is our own, not pg-boss's: `SMART_POLL_EVERY_S` may be below cron's minute, and the row that claims a slot is
 * also the run's lease and its history.
 */
export { listPolls } from './list-polls.ts';
export { smartPollModule } from './smart-poll.module.ts';
