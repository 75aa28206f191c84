import { useNetwork } from '@mantine/hooks';
import classes from './guards.module.css';

/** Shown while the device is offline. Loaded data stays readable. */
export function OfflineBanner() {
  const { online } = useNetwork();
  return (
    <div role="status">
      {!online && (
        <div className={classes['offline']}>
          You are offline. The data on this screen may be out of date. Changes cannot be saved.
        </div>
      )}
    </div>
  );
}
