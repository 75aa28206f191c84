// Own code instead of @mantine/notifications: it adds 5 kB (Brotli) to every first visit, and we would still need our
// store of past notices, which ends with the session.
export { ToastRegion, ToneIcon } from './toast-region.tsx';
export { tellProposed } from './tell-proposed.ts';
export { isProblem, noticeStore, toast } from './toasts.ts';
export type { ToastOptions, ToastTone } from './toasts.ts';
