import { useSyncExternalStore } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { dialogQueue } from './dialogs.ts';
import { AlertDialog, PromptDialog } from './simple-dialogs.tsx';

/** Shows the current dialog. Mounted once, at the root of the app. */
export function DialogHost() {
  const request = useSyncExternalStore(dialogQueue.subscribe, dialogQueue.current);
  switch (request?.kind) {
    case undefined:
      return null;
    case 'alert':
      return <AlertDialog key={request.id} options={request.options} respond={request.respond} />;
    case 'confirm':
      return <ConfirmDialog key={request.id} options={request.options} respond={request.respond} />;
    case 'prompt':
      return <PromptDialog key={request.id} options={request.options} respond={request.respond} />;
  }
}
