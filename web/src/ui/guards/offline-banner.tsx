import { useNetwork } from '@mantine/hooks';
import classes from './guards.module.css';

/** Says that the network is away; what was loaded stays readable. */
export function OfflineBanner() {
  const { online } = useNetwork();
  return (
    <div role="status">
      {!online && (
        <div className={classes['offline']}>
          You are offline. What is on the screen may be out of date; changes cannot be saved.
        </div>
      )}
    </div>
  );
}
