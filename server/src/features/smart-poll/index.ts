export { listPolls } from './list-polls.ts';
export { smartPollModule } from './smart-poll.module.ts';
