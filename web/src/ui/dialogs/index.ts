// Own code instead of @mantine/modals, which lacks three things: a dialog that stays open with the reason if its action
// fails, a queue of dialogs, and a native <dialog>, which makes the page inert.
export { ConfirmDialog, TYPE_COUNT_ABOVE } from './confirm-dialog.tsx';
export { DialogHost } from './dialog-host.tsx';
export { dialogs } from './dialogs.ts';
export type { ConfirmOptions } from './dialogs.ts';
