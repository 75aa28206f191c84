import { formatDateTime } from '#lib/format.ts';
import { useRestoredTo } from '../live/live-state.ts';
import { copy } from './restored-copy.copy.ts';
import classes from './shell.module.css';

/** Shown on every screen while a restored copy waits for its operator. */
export function RestoredCopyBanner() {
  const restoredTo = useRestoredTo();
  if (restoredTo === undefined) return null;
  return (
    <div role="alert" className={classes['stopped']}>
      <div className={classes['stoppedInner']}>
        <p>
          <strong>{copy.title}</strong> {copy.text(formatDateTime(restoredTo))}
        </p>
        <p>{copy.next}</p>
      </div>
    </div>
  );
}
