import { Button, Group } from '@mantine/core';
import IconCompassOff from '@tabler/icons-react/dist/esm/icons/IconCompassOff.mjs';
import { Link, useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
// Not by the front door: that would bring the search field and the cards to the sign-in page.
import { PageHeader } from '#ui/layout/page-header.tsx';
import { EmptyState, ErrorState, SkeletonBox } from '#ui/states/index.ts';
import classes from './fallback-screens.module.css';

/** An address that no screen answers to. */
export function NotFoundScreen() {
  return (
    <div className={classes['page']}>
      <PageHeader title="Page not found" />
      <EmptyState
        icon={<IconCompassOff size={28} stroke={1.5} aria-hidden />}
        title="There is no screen at this address."
        text="The link may be old, or a letter is missing."
        action={
          <Group justify="center">
            <Button component={Link} to="/">
              Go to the dashboard
            </Button>
            <Button variant="default" onClick={() => history.back()}>
              Go back
            </Button>
          </Group>
        }
      />
    </div>
  );
}

/** While the file of a screen is on its way: a head and a body of the usual size. */
export function PendingScreen() {
  return (
    <div className={classes['page']} aria-busy="true">
      <p role="status" className={classes['forReaders']}>
        Loading…
      </p>
      <div className={classes['head']}>
        <SkeletonBox height={28} width={220} />
      </div>
      <SkeletonBox height="min(60vh, 32rem)" />
    </div>
  );
}

/** A screen that broke while it was drawn; the rest of the app goes on. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <div className={classes['page']}>
      <ErrorState text="This screen could not be shown." error={error} onRetry={retry} />
    </div>
  );
}
