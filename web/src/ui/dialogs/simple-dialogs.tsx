import { useState } from 'react';
import { Button, Textarea, TextInput } from '@mantine/core';
import { DialogFrame, KEYS_STAY_HERE } from './dialog-frame.tsx';
import type { AlertOptions, PromptOptions } from './dialogs.ts';

export function AlertDialog({ options, settle }: { options: AlertOptions; settle: () => void }) {
  const ok = (
    <Button type="submit" data-autofocus {...KEYS_STAY_HERE}>
      {options.verb ?? 'OK'}
    </Button>
  );
  return <DialogFrame title={options.title} text={options.text} onCancel={settle} onSubmit={settle} actions={ok} />;
}

export function PromptDialog({
  options,
  settle,
}: {
  options: PromptOptions;
  settle: (answer: string | undefined) => void;
}) {
  const [value, setValue] = useState(options.defaultValue ?? '');
  const [complaint, setComplaint] = useState<string>();
  const cancel = () => settle(undefined);
  const submit = () => {
    const found = options.validate?.(value);
    if (found === undefined) settle(value);
    else setComplaint(found);
  };
  const field = {
    ...(options.label === undefined ? { 'aria-label': options.title ?? options.text } : { label: options.label }),
    placeholder: options.placeholder,
    value,
    error: complaint,
    onFocus: (event: { currentTarget: { select: () => void } }) => event.currentTarget.select(),
    'data-autofocus': true,
    ...KEYS_STAY_HERE,
  };
  const change = (next: string) => {
    setValue(next);
    setComplaint(undefined);
  };
  return (
    <DialogFrame
      title={options.title}
      text={options.text}
      onCancel={cancel}
      onSubmit={submit}
      actions={
        <>
          <Button variant="default" onClick={cancel} {...KEYS_STAY_HERE}>
            {options.cancel ?? 'Cancel'}
          </Button>
          <Button type="submit" {...(options.danger ? { color: 'red' } : {})} {...KEYS_STAY_HERE}>
            {options.verb ?? 'OK'}
          </Button>
        </>
      }
    >
      {options.multiline ? (
        <Textarea
          {...field}
          autosize
          minRows={2}
          maxRows={8}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            submit();
          }}
        />
      ) : (
        <TextInput {...field} autoComplete="off" onChange={(event) => change(event.currentTarget.value)} />
      )}
    </DialogFrame>
  );
}
