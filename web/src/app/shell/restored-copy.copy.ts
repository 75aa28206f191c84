export const copy = {
  title: 'This is a restored copy. It pays, mails and delivers nothing.',
  text: (restoredTo: string): string => `Its data ends at ${restoredTo}. Later payments are missing here.`,
  next: 'Do not approve or reject withdrawals until your server administrator has run "npm run confirm-restore".',
};
