import type { CustomPostback, CustomPostbackStatus } from '@muneem/contract/custom-postbacks';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { copy } from './custom-postbacks.copy.ts';
import classes from './custom-postbacks.module.css';
import { isAutoPaused } from './postback-status.ts';

const words = copy.card;

export interface CardActionsProps {
  readonly postback: CustomPostback;
  readonly isTesting: boolean;
  readonly onTest: (postback: CustomPostback) => void;
  readonly onStatus: (postback: CustomPostback, status: CustomPostbackStatus) => Promise<void>;
  readonly onDelete: (postback: CustomPostback) => void;
}

/** Test, activate or pause, edit, delete. */
export function CardActions({ postback, isTesting, onTest, onStatus, onDelete }: CardActionsProps) {
  const [busy, setBusy] = useState(false);
  const { status, waitingCount } = postback;
  const named = (verb: string): string => `${verb}: ${words.label(postback.companyName, postback.eventName)}`;
  const set = (next: CustomPostbackStatus): void => {
    setBusy(true);
    void onStatus(postback, next).finally(() => setBusy(false));
  };
  const activate = isAutoPaused(postback)
    ? waitingCount > 0
      ? words.resumeAndSend(formatCount(waitingCount))
      : words.resume
    : waitingCount > 0
      ? words.activateAndSend(formatCount(waitingCount))
      : words.activate;
  return (
    <div className={classes['cardActions']}>
      <Button
        size="compact-sm"
        variant="default"
        loading={isTesting}
        aria-label={named(words.test)}
        onClick={() => onTest(postback)}
      >
        {words.test}
      </Button>
      {status === 'active' ? (
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          aria-label={named(words.pause)}
          onClick={() => set('inactive')}
        >
          {words.pause}
        </Button>
      ) : (
        <Button size="compact-sm" disabled={busy} aria-label={named(activate)} onClick={() => set('active')}>
          {activate}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={named(words.edit)}
        renderRoot={(props) => (
          <Link
            to="."
            search={(before: object) => ({ ...before, postback: postback._id })}
            resetScroll={false}
            {...props}
          />
        )}
      >
        {words.edit}
      </Button>
      {status !== 'active' && (
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={busy}
          aria-label={named(status === 'testing' ? words.unmarkTesting : words.markTesting)}
          onClick={() => set(status === 'testing' ? 'inactive' : 'testing')}
        >
          {status === 'testing' ? words.unmarkTesting : words.markTesting}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={named(words.log)}
        renderRoot={(props) => (
          <Link to="." search={{ tab: 'log', direction: 'outbound', 'o-postbackId': postback._id }} {...props} />
        )}
      >
        {words.log}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        ml="auto"
        aria-label={named(words.delete)}
        onClick={() => onDelete(postback)}
      >
        {words.delete}
      </Button>
    </div>
  );
}
