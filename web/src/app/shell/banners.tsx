import { Box } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDateTime } from '#lib/format.ts';
import { usePayoutsStopped, useRestoredTo } from '../live/live-state.ts';
import classes from './shell.module.css';

interface BannerProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

const Banner = ({ title, text, children }: BannerProps) => (
  <div role="alert" className={classes['stopped']}>
    <Box maw="93.5rem" mx="auto">
      <p>
        <strong>{title}</strong> {text}
      </p>
      <p>{children}</p>
    </Box>
  </div>
);

/** Shown on every screen while a failed ledger check stops payouts. */
export function PayoutsStoppedBanner() {
  const stopped = usePayoutsStopped();
  const isThere = useLocation({ select: ({ pathname }) => pathname === '/payouts' });
  if (stopped === undefined) return null;
  const { since, finding, findings } = stopped;
  const more = findings > 1 ? ` (and ${findings - 1} more)` : '';
  return (
    <Banner
      title="Payouts are stopped: the ledger does not balance."
      text={`No payout has been sent since ${formatDateTime(since)}, neither an approved one nor one by Auto Payout. Contact your server administrator now. Payouts restart automatically once a check finds no errors.`}
    >
      {finding !== '' && `The check found: ${finding}${more}.`} {!isThere && <Link to="/payouts">Open Payouts</Link>}
    </Banner>
  );
}

/** Shown on every screen while a restored copy waits for its operator. */
export function RestoredCopyBanner() {
  const restoredTo = useRestoredTo();
  if (restoredTo === undefined) return null;
  return (
    <Banner
      title="This is a restored copy. It pays, mails and delivers nothing."
      text={`Its data ends at ${formatDateTime(restoredTo)}. Later payments are missing here.`}
    >
      Do not approve or reject withdrawals until your server administrator has run &quot;npm run confirm-restore&quot;.
    </Banner>
  );
}
