export { FullScreenLoader, SkeletonBox, SkeletonLines, WorkProgress } from './loading.tsx';
export { EmptyByFilter, EmptyState, ErrorState } from './states.tsx';
