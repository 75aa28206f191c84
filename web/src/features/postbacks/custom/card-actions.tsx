import { rights } from '@muneem/contract/rights';
import type { CustomPostback, CustomPostbackStatus } from '@muneem/contract/custom-postbacks';
import { Button, type ButtonProps, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ComponentProps } from 'react';
import { may } from '#lib/may.ts';
import { formatCount } from '#lib/format.ts';
import { copy } from './custom-postbacks.copy.ts';
import { isAutoPaused } from './postback-status.ts';

const words = copy.card;

export interface CardActionsProps {
  readonly postback: CustomPostback;
  readonly isTesting: boolean;
  readonly onTest: (postback: CustomPostback) => void;
  readonly onStatus: (postback: CustomPostback, status: CustomPostbackStatus) => Promise<void>;
  readonly onDelete: (postback: CustomPostback) => void;
}

export function CardActions({ postback, isTesting, onTest, onStatus, onDelete }: CardActionsProps) {
  const [busy, setBusy] = useState(false);
  const { status, waitingCount } = postback;
  const named = (verb: string): string => `${verb}: ${words.label(postback.companyName, postback.eventName)}`;
  const mayChange = may(rights.changePostbacks);
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
    <Group gap={6} mt="auto">
      {mayChange && (
        <>
          <Act verb={words.test} named={named} variant="default" loading={isTesting} onClick={() => onTest(postback)} />
          {status === 'active' ? (
            <Act verb={words.pause} named={named} variant="default" disabled={busy} onClick={() => set('inactive')} />
          ) : (
            <Act verb={activate} named={named} disabled={busy} onClick={() => set('active')} />
          )}
          <Act
            verb={words.edit}
            named={named}
            variant="default"
            renderRoot={(props) => (
              <Link
                to="."
                search={(before: object) => ({ ...before, postback: postback._id })}
                resetScroll={false}
                {...props}
              />
            )}
          />
          {status !== 'active' && (
            <Act
              verb={status === 'testing' ? words.unmarkTesting : words.markTesting}
              named={named}
              variant="subtle"
              disabled={busy}
              onClick={() => set(status === 'testing' ? 'inactive' : 'testing')}
            />
          )}
        </>
      )}
      <Act
        verb={words.log}
        named={named}
        variant="subtle"
        renderRoot={(props) => (
          <Link to="." search={{ tab: 'log', direction: 'outbound', 'o-postbackId': postback._id }} {...props} />
        )}
      />
      {mayChange && (
        <Act
          verb={words.delete}
          named={named}
          variant="subtle"
          color="red"
          ml="auto"
          onClick={() => onDelete(postback)}
        />
      )}
    </Group>
  );
}

interface ActProps extends ButtonProps, Pick<ComponentProps<typeof Button<'button'>>, 'onClick' | 'renderRoot'> {
  readonly verb: string;
  /** The verb with the postback's name, for screen readers. */
  readonly named: (verb: string) => string;
}

function Act({ verb, named, ...props }: ActProps) {
  return (
    <Button size="compact-sm" aria-label={named(verb)} {...props}>
      {verb}
    </Button>
  );
}
