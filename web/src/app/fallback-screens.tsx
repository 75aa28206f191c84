import { Box, Button, Group, VisuallyHidden } from '@mantine/core';
import { noRightText, type Right } from '@muneem/contract/rights';
import IconCompassOff from '@tabler/icons-react/dist/esm/icons/IconCompassOff.mjs';
import { useNetwork } from '@mantine/hooks';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { Link, useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { roleNow } from '#lib/may.ts';
import { useOpenScreen } from '#lib/screen.ts';
// Not imported from the index: that would add the search field and the cards to the sign-in bundle.
import { PageHeader } from '#ui/layout/page-header.tsx';
import { EmptyState, ErrorState, SkeletonBox } from '#ui/states/index.ts';
import { isMissingFile } from './lazy-component.ts';
import { reloadWhenServerAnswers } from './startup.ts';

export function NotFoundScreen() {
  return (
    <Box miw={0}>
      <PageHeader title="Page not found" />
      <EmptyState
        icon={<IconCompassOff size={28} stroke={1.5} aria-hidden />}
        title="This page does not exist."
        text="The link may be outdated or incomplete. Start again from the dashboard."
        action={
          <Group justify="center">
            <Button renderRoot={(props) => <Link to="/" {...props} />}>Go to the dashboard</Button>
            <Button variant="default" onClick={() => history.back()}>
              Go back
            </Button>
          </Group>
        }
      />
    </Box>
  );
}

/** Shown in place of a screen that the admin's role may not open. */
export function NoRightScreen({ right }: { readonly right: Right | undefined }) {
  const role = roleNow();
  // The screen itself is not drawn, so its own match has no title here.
  const title = useOpenScreen()?.title ?? '';
  return (
    <Box miw={0}>
      <PageHeader title={title} />
      <EmptyState
        icon={<IconLock size={28} stroke={1.5} aria-hidden />}
        title={role === undefined ? '' : noRightText(role, right)}
        text="An owner can change your role under Administrators."
        action={<Button renderRoot={(props) => <Link to="/" {...props} />}>Go to the dashboard</Button>}
      />
    </Box>
  );
}

export function PendingScreen() {
  return (
    <Box miw={0} aria-busy="true">
      <VisuallyHidden component="p" role="status">
        Loading…
      </VisuallyHidden>
      <Group h="2rem" mb="1.25rem">
        <SkeletonBox height={28} width={220} />
      </Group>
      <SkeletonBox height="min(60vh, 32rem)" />
    </Box>
  );
}

/** Shown when the code of a screen could not be loaded. It opens the screen once the server responds. */
function MissingScreen() {
  const { online } = useNetwork();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    void reloadWhenServerAnswers().then((reloading) => setMissing(!reloading));
  }, [online]);
  if (!isMissing) return <PendingScreen />;
  const words = online ? MISSING.online : MISSING.offline;
  return (
    <Box miw={0}>
      <PageHeader title={words.title} />
      <EmptyState
        icon={<IconCloudOff size={28} stroke={1.5} aria-hidden />}
        title={words.what}
        text={words.next}
        action={<Button onClick={() => void reloadWhenServerAnswers({ byHand: true })}>Try again</Button>}
      />
    </Box>
  );
}

const MISSING = {
  offline: {
    title: 'You are offline',
    what: 'This screen is not stored on this device yet.',
    next: 'It opens when you are online again. Screens that you have opened before still work.',
  },
  online: {
    title: 'Screen not loaded',
    what: 'The server did not send this screen.',
    next: 'Try again in a moment.',
  },
} as const;

/** Shown when a screen could not be loaded or threw while rendering. The rest of the app keeps working. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (isMissingFile(error)) return <MissingScreen />;
  const refetch = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Box miw={0}>
      <ErrorState text="This screen could not be displayed." query={{ error, refetch, isFetching: false }} />
    </Box>
  );
}
