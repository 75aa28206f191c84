export { FullScreenLoader, SkeletonBox, SkeletonLines } from './loading.tsx';
/** @public */
export { WorkProgress } from './loading.tsx';
export { RefreshFailed } from './refresh-failed.tsx';
export { EmptyByFilter, EmptyState, ErrorState } from './states.tsx';
