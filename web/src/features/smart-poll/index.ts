export { SmartPollScreen } from './smart-poll-screen.tsx';
