import type { ReactNode } from 'react';
import { Box, Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import { causeText, errorText, isMissing } from '#lib/api-error.ts';
import { RequestId } from '#ui/display/index.ts';
import classes from './states.module.css';

interface StateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  /** If set, the state is announced as an alert and shows the id of the failed request. */
  readonly error?: { readonly of: unknown };
  readonly compact?: boolean | undefined;
}

function State({ icon, title, text, action, error, compact }: StateProps) {
  return (
    <div className={classes['state']} data-compact={compact || undefined}>
      <div className={classes['said']} role={error && 'alert'}>
        <div className={classes['icon']}>{icon}</div>
        <p className={classes['title']}>{title}</p>
        {text !== undefined && <div className={classes['text']}>{text}</div>}
        {action !== undefined && <Box mt="sm">{action}</Box>}
      </div>
      {error && <RequestId of={error.of} />}
    </div>
  );
}

interface EmptyStateProps {
  /** The specification's text, if it has one. */
  readonly title: string;
  /** Tells the user what to do next. */
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
  readonly compact?: boolean;
}

export function EmptyState({ icon, ...rest }: EmptyStateProps) {
  return <State icon={icon ?? <IconInbox size={28} stroke={1.5} aria-hidden />} {...rest} />;
}

/** Shown when no record matches the filters. Offers to clear them. */
export function EmptyByFilter({ title, onClear }: { readonly title: string; readonly onClear: () => void }) {
  const clear = (
    <Button variant="default" onClick={onClear}>
      Clear search and filters
    </Button>
  );
  return <State icon={<IconFilterOff size={28} stroke={1.5} aria-hidden />} title={title} action={clear} />;
}

/** The part of a query that an error state needs. */
export interface LoadedQuery {
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly isFetching: boolean;
}

export interface ErrorStateProps {
  /** The specification's fixed text. The server's message replaces it. `{message}` is replaced. */
  readonly text: string;
  readonly query: LoadedQuery;
  readonly compact?: boolean;
  /** Set if the specification requires `text` in any case. The server's message then shows below it. */
  readonly textFirst?: boolean;
  /** For a missing record without a server message. It replaces Retry and may offer a button that closes the view. */
  readonly missing?:
    | { readonly text: string; readonly close?: { readonly label: string; readonly run: () => void } }
    | undefined;
}

/** Shows what happened, the reason if known, and Retry. */
export function ErrorState({ text, query, compact, textFirst = false, missing }: ErrorStateProps) {
  const { error } = query;
  const state = { icon: <IconAlertTriangle size={28} stroke={1.5} aria-hidden />, error: { of: error }, compact };
  if (missing && isMissing(error)) {
    const close = missing.close && (
      <Button variant="default" onClick={missing.close.run}>
        {missing.close.label}
      </Button>
    );
    return <State {...state} title={errorText(error, missing.text)} action={close} />;
  }
  const title = textFirst ? text : errorText(error, text);
  const cause = causeText(error);
  const retry = (
    <Button variant="default" onClick={query.refetch} loading={query.isFetching}>
      Retry
    </Button>
  );
  return <State {...state} title={title} text={title.includes(cause) ? undefined : cause} action={retry} />;
}
