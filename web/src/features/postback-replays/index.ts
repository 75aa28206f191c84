export { ReplayModal } from './replay-modal.tsx';
export type { ReplaySelection } from './replay.queries.ts';
export { verdictLook } from './verdict-look.ts';
