export { ToastRegion, ToneIcon } from './toast-region.tsx';
export { noticeStore, toast } from './toasts.ts';
export type { ToastOptions, ToastTone } from './toasts.ts';
