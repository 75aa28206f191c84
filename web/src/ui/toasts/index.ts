export { NoticesMenu } from './notices-menu.tsx';
export { ToastRegion } from './toast-region.tsx';
export { toast } from './toasts.ts';
export type { ToastOptions, ToastTone } from './toasts.ts';
