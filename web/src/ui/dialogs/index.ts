// Own code instead of @mantine/modals: a dialog does its work and stays open with the reason when that fails, dialogs
// queue, and a native <dialog> makes the page inert. The library has none of the three.
export { DialogHost } from './dialog-host.tsx';
export { useDialogs } from './dialogs.ts';
export type { AlertOptions, ConfirmOptions, PromptOptions } from './dialogs.ts';
