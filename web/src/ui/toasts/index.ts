// Own code instead of @mantine/notifications: every first visit would load 5 kB more (Brotli), and the store behind the
// bell, which keeps past notices and forgets them with the session, would stay.
export { ToastRegion, ToneIcon } from './toast-region.tsx';
export { noticeStore, toast } from './toasts.ts';
export type { ToastOptions, ToastTone } from './toasts.ts';
