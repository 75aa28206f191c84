import { Alert, Group } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useClosedByBack } from '#lib/closed-by-back.ts';
import { restoreFocus, focusCandidates } from '#lib/restore-focus.ts';
import { RequestId } from '#ui/display/index.ts';
import classes from './dialog-frame.module.css';

interface DialogFrameProps {
  readonly title?: string | undefined;
  /** Above the text. */
  readonly warning?: ReactNode;
  readonly text: string;
  readonly children?: ReactNode;
  readonly actions: ReactNode;
  /** Runs on Escape. Undefined while the dialog must stay open. */
  readonly onCancel: (() => void) | undefined;
  readonly onSubmit: () => void;
}

const FOCUSABLE = 'button:not(:disabled), input:not(:disabled), textarea:not(:disabled), a[href]';

/**
 * The browser's modal dialog: the page behind it is inert, and it restores the focus. The element with `data-autofocus`
 * gets the focus.
 */
export function DialogFrame({ title, warning, text, children, actions, onCancel, onSubmit }: DialogFrameProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useClosedByBack(onCancel);

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || dialog.open) return;
    const candidates = focusCandidates();
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog.close();
      restoreFocus(candidates);
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    // A held-down key was pressed before this dialog opened. It must not answer it.
    if (event.key === 'Enter' && event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault();
    if (event.key !== 'Tab') return;
    const stops = [...(element.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
    const edge = event.shiftKey ? stops.at(0) : stops.at(-1);
    if (document.activeElement !== edge) return;
    event.preventDefault();
    (event.shiftKey ? stops.at(-1) : stops.at(0))?.focus();
  };

  return (
    <dialog
      ref={element}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={`${id}-${title === undefined ? 'text' : 'title'}`}
      aria-describedby={`${id}-warning ${id}-text`}
      className={classes['dialog']}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
    >
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {title !== undefined && (
          <h2 id={`${id}-title`} className={classes['title']}>
            {title}
          </h2>
        )}
        <div id={`${id}-warning`}>{warning}</div>
        <p id={`${id}-text`} className={classes['text']} data-lone={title === undefined || undefined}>
          {text}
        </p>
        {children}
        <Group justify="flex-end" gap="xs" mt="xs">
          {actions}
        </Group>
      </form>
    </dialog>
  );
}

export function RunState({
  failure,
  told,
}: {
  readonly failure: string | undefined;
  readonly told: string | undefined;
}) {
  return (
    <>
      <div role="status">
        {told !== undefined && (
          <Alert color="yellow" role="none" p="xs">
            {told}
          </Alert>
        )}
      </div>
      {failure !== undefined && (
        <Alert color="red" role="alert" p="xs" classNames={{ message: classes['failure'] ?? '' }}>
          {failure}
        </Alert>
      )}
      <RequestId of={failure} />
    </>
  );
}
