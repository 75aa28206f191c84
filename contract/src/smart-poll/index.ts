export { CRON_STATUS_REFRESH_MS, POLL_OUTCOMES, RUN_KINDS, SMART_POLL, smartPoll } from './smart-poll.ts';
export type {
  PolledEvent,
  PollOutcome,
  SmartPoll,
  SmartPollRun,
  SmartPollRunKind,
  SmartPollRunStatus,
} from './smart-poll.ts';
export {
  cronSmartPoll,
  forceSmartPoll,
  getCronStatus,
  getSmartPollRun,
  listSmartPollRuns,
  startSmartPoll,
} from './smart-poll.api.ts';
