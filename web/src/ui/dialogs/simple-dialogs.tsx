import { useRef, useState, type KeyboardEvent } from 'react';
import { Button, Textarea, TextInput } from '@mantine/core';
import { RequestId } from '#ui/display/index.ts';
import { DialogFrame, RunState } from './dialog-frame.tsx';
import type { PromptOptions } from './dialogs.ts';
import { useDialogRun } from './use-dialog-run.ts';

export function AlertDialog({ options: { text }, respond }: { options: { text: string }; respond: () => void }) {
  const ok = (
    <Button type="submit" data-autofocus>
      OK
    </Button>
  );
  return (
    <DialogFrame text={text} onCancel={respond} onSubmit={respond} actions={ok}>
      <RequestId of={text} />
    </DialogFrame>
  );
}

interface PromptDialogProps {
  readonly options: PromptOptions;
  readonly respond: (answer: string | undefined) => void;
}

export function PromptDialog({ options, respond }: PromptDialogProps) {
  const [value, setValue] = useState(options.defaultValue ?? '');
  const [complaint, setComplaint] = useState<string>();
  const { run } = options;
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const { working, failure, told, start, leave } = useDialogRun(options.failure, field);
  const isLocked = working && told === undefined;
  const cancel = () => {
    leave();
    respond(undefined);
  };
  const answer = () => respond(value);
  const submit = () => {
    if (working) return;
    const found = options.validate?.(value);
    if (found !== undefined) setComplaint(found);
    else if (run)
      start(
        (tell) => run(value, tell),
        answer,
        () => respond(undefined),
      );
    else answer();
  };
  const props = {
    ref: field,
    'aria-label': options.title ?? options.text,
    value,
    error: complaint,
    readOnly: working,
    // Selects the initial value, so that typing replaces it.
    onFocus: (event: { currentTarget: { select: () => void } }) =>
      value === (options.defaultValue ?? '') && event.currentTarget.select(),
    'data-autofocus': true,
  };
  const change = (next: string) => {
    setValue(next);
    setComplaint(undefined);
  };
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    <DialogFrame
      title={options.title}
      text={options.text}
      onCancel={isLocked ? undefined : cancel}
      onSubmit={submit}
      actions={
        <>
          <Button variant="default" onClick={cancel} disabled={isLocked}>
            {told === undefined ? 'Cancel' : 'Close'}
          </Button>
          <Button type="submit" loading={working} {...(options.danger ? { color: 'red' } : {})}>
            {options.verb ?? 'OK'}
          </Button>
        </>
      }
    >
      {options.details}
      {options.multiline ? (
        <Textarea
          {...props}
          autosize
          minRows={2}
          maxRows={8}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={submitByKey}
        />
      ) : (
        <TextInput {...props} autoComplete="off" onChange={(event) => change(event.currentTarget.value)} />
      )}
      <RunState failure={failure} told={told} />
    </DialogFrame>
  );
}
