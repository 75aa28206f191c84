import { Link, useLocation } from '@tanstack/react-router';
import { formatDateTime } from '#lib/format.ts';
import { usePayoutsStopped } from '../live/live-state.ts';
import { copy } from './payouts-stopped.copy.ts';
import classes from './shell.module.css';

/** Shown on every screen while a failed ledger check stops payouts. */
export function PayoutsStoppedBanner() {
  const stopped = usePayoutsStopped();
  const isThere = useLocation({ select: ({ pathname }) => pathname === '/payouts' });
  if (stopped === undefined) return null;
  const { since, finding, findings } = stopped;
  return (
    <div role="alert" className={classes['stopped']}>
      <div className={classes['stoppedInner']}>
        <p>
          <strong>{copy.title}</strong> {copy.text(formatDateTime(since))}
        </p>
        <p>
          {finding !== '' && copy.finding(finding, findings - 1)} {!isThere && <Link to="/payouts">{copy.link}</Link>}
        </p>
      </div>
    </div>
  );
}
