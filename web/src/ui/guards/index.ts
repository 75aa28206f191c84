export { OfflineBanner } from './offline-banner.tsx';
export { UnsavedChangesGuard } from './unsaved-changes-guard.tsx';
