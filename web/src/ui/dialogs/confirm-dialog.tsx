import { useEffect, useRef, useState } from 'react';
import { Alert, Button, TextInput } from '@mantine/core';
import { errorText } from '#lib/api-error.ts';
import { DialogFrame, KEYS_STAY_HERE } from './dialog-frame.tsx';
import type { ConfirmOptions } from './dialogs.ts';

const SOMETHING_FAILED = 'That did not work: {message}';

export function ConfirmDialog({ options, settle }: { options: ConfirmOptions; settle: (answer: boolean) => void }) {
  const { typeToConfirm, run, danger = false } = options;
  const [typed, setTyped] = useState('');
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const cancelButton = useRef<HTMLButtonElement>(null);
  // A button that works is disabled and loses the focus; after a failure it must not be lost behind the window.
  useEffect(() => {
    if (failure !== undefined) cancelButton.current?.focus();
  }, [failure]);
  const ready = typeToConfirm === undefined || typed.trim() === typeToConfirm;

  const submit = () => {
    if (!ready || working) return;
    if (!run) return settle(true);
    setWorking(true);
    setFailure(undefined);
    run().then(
      () => settle(true),
      (error: unknown) => {
        setFailure(errorText(error, options.failure ?? SOMETHING_FAILED));
        setWorking(false);
      },
    );
  };
  const cancel = () => settle(false);
  const focusOnCancel = danger && typeToConfirm === undefined;

  return (
    <DialogFrame
      title={options.title}
      text={options.text}
      onCancel={working ? undefined : cancel}
      onSubmit={submit}
      actions={
        <>
          <Button
            ref={cancelButton}
            variant="default"
            onClick={cancel}
            disabled={working}
            data-autofocus={focusOnCancel || undefined}
            {...KEYS_STAY_HERE}
          >
            {options.cancel ?? 'Cancel'}
          </Button>
          <Button
            type="submit"
            {...(danger ? { color: 'red' } : {})}
            loading={working}
            disabled={!ready}
            data-autofocus={(!danger && typeToConfirm === undefined) || undefined}
            {...KEYS_STAY_HERE}
          >
            {options.verb}
          </Button>
        </>
      }
    >
      {options.details}
      {typeToConfirm !== undefined && (
        <TextInput
          label={
            <>
              Type <strong>{typeToConfirm}</strong> to confirm
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
          {...KEYS_STAY_HERE}
        />
      )}
      {failure !== undefined && (
        <Alert color="red" role="alert" p="xs">
          {failure}
        </Alert>
      )}
    </DialogFrame>
  );
}
