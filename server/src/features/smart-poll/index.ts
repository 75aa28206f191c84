export { listPolls } from './list-polls.ts';
export { registerSmartPollRoutes } from './smart-poll.routes.ts';
