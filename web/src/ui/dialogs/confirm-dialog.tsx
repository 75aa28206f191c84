import { useRef, useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { DialogFrame, RunState } from './dialog-frame.tsx';
import type { ConfirmOptions } from './dialogs.ts';
import { useDialogRun } from './use-dialog-run.ts';

/** The user must type a larger count. */
export const TYPE_COUNT_ABOVE = 10;

export function ConfirmDialog({ options, respond }: { options: ConfirmOptions; respond: (answer: boolean) => void }) {
  const { count = 0, run, danger = false, pays = false, isReady = true } = options;
  const typeToConfirm = count > TYPE_COUNT_ABOVE ? String(count) : undefined;
  const [typed, setTyped] = useState('');
  const cancelButton = useRef<HTMLButtonElement>(null);
  const { working, failure, told, start, leave } = useDialogRun(options.failure, cancelButton);
  const ready = isReady && (typeToConfirm === undefined || typed.replaceAll(/[\s,]/g, '') === typeToConfirm);

  const submit = () => {
    if (!ready || working) return;
    if (!run) return respond(true);
    start(
      run,
      () => respond(true),
      () => respond(false),
    );
  };
  const cancel = () => {
    leave();
    respond(false);
  };
  const isLocked = working && told === undefined;
  const { focus = danger || pays ? 'cancel' : 'verb' } = options;
  const color = danger ? 'red' : pays ? 'green' : undefined;

  return (
    <DialogFrame
      title={options.title}
      warning={options.warning}
      text={options.text}
      onCancel={isLocked ? undefined : cancel}
      onSubmit={submit}
      actions={
        <>
          <Button
            ref={cancelButton}
            variant="default"
            onClick={cancel}
            disabled={isLocked}
            data-autofocus={(focus === 'cancel' && typeToConfirm === undefined) || undefined}
          >
            {told === undefined ? (options.cancel ?? 'Cancel') : 'Close'}
          </Button>
          <Button
            type="submit"
            {...(color === undefined ? {} : { color })}
            loading={working}
            disabled={!ready}
            data-autofocus={(focus === 'verb' && typeToConfirm === undefined) || undefined}
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
        />
      )}
      <RunState failure={failure} told={told} />
    </DialogFrame>
  );
}
