export { FullScreenLoader, SkeletonBox, SkeletonLines, WorkProgress } from './loading.tsx';
export { ErrorLine } from './error-line.tsx';
export { Loaded } from './loaded.tsx';
export type { LoadedProps } from './loaded.tsx';
export { EmptyByFilter, EmptyState, ErrorState } from './states.tsx';
export type { ErrorStateProps, LoadedQuery } from './states.tsx';
