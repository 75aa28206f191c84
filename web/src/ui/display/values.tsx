import { formatCoins, formatDate, formatDateTime, formatExactTime, formatRelative, formatRupees } from '#lib/format.ts';
import classes from './display.module.css';

type Amount = number | null | undefined;
type Moment = string | Date | null | undefined;

/** Formats the API's rupees: ₹1,23,456.00. */
export function Money({ rupees }: { rupees: Amount }) {
  return <span className={classes['number']}>{formatRupees(rupees)}</span>;
}

export function Coins({ coins }: { coins: Amount }) {
  return <span className={classes['number']}>{formatCoins(coins)}</span>;
}

interface DateTimeProps {
  readonly value: Moment;
  /** `date`: the day only. `relative`: the exact time, then "5 minutes ago" as of the render. */
  readonly show?: 'date' | 'time' | 'relative';
}

/** A time in Asia/Kolkata. The exact second and the zone show on hover and focus. */
export function DateTime({ value, show = 'time' }: DateTimeProps) {
  const shown = show === 'date' ? formatDate(value) : formatDateTime(value);
  const exact = formatExactTime(value);
  if (shown === exact) return <span className={classes['number']}>{shown}</span>;
  return (
    <time
      className={classes['number']}
      dateTime={value instanceof Date ? value.toISOString() : (value ?? undefined)}
      data-tip={exact}
    >
      {shown}
      {show === 'relative' && <span className={classes['aside']}> · {formatRelative(value, new Date())}</span>}
      <span className={classes['forReaders']}>{` (${exact})`}</span>
    </time>
  );
}
