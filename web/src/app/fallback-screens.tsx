import { Button, Group } from '@mantine/core';
import IconCompassOff from '@tabler/icons-react/dist/esm/icons/IconCompassOff.mjs';
import { useNetwork } from '@mantine/hooks';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import { Link, useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
// Not by the front door: that would bring the search field and the cards to the sign-in page.
import { PageHeader } from '#ui/layout/page-header.tsx';
import { EmptyState, ErrorState, SkeletonBox } from '#ui/states/index.ts';
import classes from './fallback-screens.module.css';
import { isMissingFile } from './missing-file.ts';
import { reloadWhenServerAnswers } from './startup.ts';

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

/** A screen whose files are not here. It opens as soon as the server delivers them. */
function MissingScreen() {
  const { online } = useNetwork();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    void reloadWhenServerAnswers().then((reloading) => setMissing(!reloading));
  }, [online]);
  if (!isMissing) return <PendingScreen />;
  const words = online ? MISSING.online : MISSING.offline;
  return (
    <div className={classes['page']}>
      <PageHeader title={words.title} />
      <EmptyState
        icon={<IconCloudOff size={28} stroke={1.5} aria-hidden />}
        title={words.what}
        text={words.next}
        action={<Button onClick={() => void reloadWhenServerAnswers({ byHand: true })}>Try again</Button>}
      />
    </div>
  );
}

const MISSING = {
  offline: {
    title: 'You are offline',
    what: 'This screen was not loaded before the connection was lost.',
    next: 'It opens when you are online again. Screens that you opened before still work.',
  },
  online: {
    title: 'Screen not loaded',
    what: 'The server did not deliver the files of this screen.',
    next: 'Try again in a moment.',
  },
} as const;

/** A screen that is missing, or that broke while it was drawn; the rest of the app goes on. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (isMissingFile(error)) return <MissingScreen />;
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
