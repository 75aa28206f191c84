export { DialogHost, preloadDialogs } from './dialog-host.tsx';
export { useDialogs } from './dialogs.ts';
export type { AlertOptions, ConfirmOptions, PromptOptions } from './dialogs.ts';
