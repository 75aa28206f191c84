import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import { causeText, errorText, isMissing } from '#lib/api-error.ts';
import classes from './states.module.css';

interface StateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly role?: 'alert';
  readonly compact?: boolean | undefined;
}

function State({ icon, title, text, action, role, compact }: StateProps) {
  return (
    <div className={classes['state']} role={role} data-compact={compact || undefined}>
      <div className={classes['icon']}>{icon}</div>
      <p className={classes['title']}>{title}</p>
      {text !== undefined && <div className={classes['text']}>{text}</div>}
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </div>
  );
}

interface EmptyStateProps {
  /** The specification's sentence where it has one. */
  readonly title: string;
  /** What to do next. */
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
  readonly compact?: boolean;
}

/** Nothing here yet. */
export function EmptyState({ icon, ...rest }: EmptyStateProps) {
  return <State icon={icon ?? <IconInbox size={28} stroke={1.5} aria-hidden />} {...rest} />;
}

/** Nothing that fits the filters, with the way out. */
export function EmptyByFilter({
  title,
  onClear,
  compact,
}: {
  readonly title: string;
  readonly onClear: () => void;
  readonly compact?: boolean;
}) {
  const clear = (
    <Button variant="default" onClick={onClear}>
      Clear search and filters
    </Button>
  );
  return (
    <State icon={<IconFilterOff size={28} stroke={1.5} aria-hidden />} title={title} action={clear} compact={compact} />
  );
}

interface ErrorStateProps {
  /** The specification's fixed text; the server's own message goes before it. `{message}` is filled in. */
  readonly text: string;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  readonly compact?: boolean;
  /** Where the specification has `text` whatever the server says: it stays the title, the server's words stand below. */
  readonly textFirst?: boolean;
  /** Of a record that does not exist, where the server has no words for it; no Retry, but what closes it where nothing else does. */
  readonly missing?: { readonly text: string; readonly close?: { readonly label: string; readonly run: () => void } };
}

/** What happened, why as far as it is known, and Retry. */
export function ErrorState(props: ErrorStateProps) {
  const { text, error, onRetry, retrying = false, compact, textFirst = false, missing } = props;
  const icon = <IconAlertTriangle size={28} stroke={1.5} aria-hidden />;
  if (missing && isMissing(error)) {
    const close = missing.close && (
      <Button variant="default" onClick={missing.close.run}>
        {missing.close.label}
      </Button>
    );
    return (
      <State
        icon={icon}
        title={errorText(error, missing.text)}
        {...(close === undefined ? {} : { action: close })}
        role="alert"
        compact={compact}
      />
    );
  }
  const title = error === undefined || textFirst ? text : errorText(error, text);
  const cause = error === undefined ? undefined : causeText(error);
  const retry = onRetry && (
    <Button variant="default" onClick={onRetry} loading={retrying}>
      Retry
    </Button>
  );
  return (
    <State
      icon={icon}
      title={title}
      {...(cause === undefined || title.includes(cause) ? {} : { text: cause })}
      {...(retry === undefined ? {} : { action: retry })}
      role="alert"
      compact={compact}
    />
  );
}
