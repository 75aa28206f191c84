export { getLive, LIVE_BEAT_MS, LIVE_EVERY_MS } from './live.api.ts';
export type { LiveMessage, LiveTopic, PayoutsStopped, Waiting } from './live.api.ts';
