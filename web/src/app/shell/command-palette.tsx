import '@mantine/spotlight/styles.layer.css';
import { useEffect } from 'react';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useRouter } from '@tanstack/react-router';
import { useOpenScreen } from '#lib/screen.ts';
import { useWaiting } from '../live/live-state.ts';
import { sessionStore } from '../session/session-store.ts';
import classes from './command-palette.module.css';
import { allLinks, inUse } from './navigation.ts';
import { recordLink } from './record-link.ts';
import { useNetworkLinks } from './use-network-links.ts';
import { useUserById } from './use-user-by-id.ts';

const fits = (label: string, query: string): boolean => label.toLowerCase().includes(query.trim().toLowerCase());

interface PaletteProps {
  readonly isOpening: boolean;
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  readonly onFocus: () => void;
  readonly onClose: () => void;
}

/** Ctrl/Cmd-K: finds screens and searches by name, and records and users by id. */
export function CommandPalette({ isOpening, query, onQueryChange, onFocus, onClose }: PaletteProps) {
  useEffect(() => {
    if (isOpening) spotlight.open();
  }, [isOpening]);
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  const otherScheme = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const go = (to: string, search: Readonly<Record<string, string>> = {}) =>
    void router.navigate({ to, search } as never);
  const acts = [
    { label: `Use ${otherScheme} colours`, Icon: IconMoon, run: () => setColorScheme(otherScheme) },
    { label: 'Sign Out', Icon: IconLogout, run: () => void sessionStore.signOut() },
  ].filter(({ label }) => fits(label, query));
  const links = inUse(allLinks(), useWaiting(), useOpenScreen()?.path);
  const screens = links.filter(({ label }) => fits(label, query));
  const record = recordLink(query);
  const user = useUserById(query);
  const networkLinks = useNetworkLinks(query);
  const words = query.trim();
  const searches = [
    ...(user
      ? [{ label: `User ${user.name} (${user.uid})`, Icon: IconUser, to: '/users', search: { user: user.uid } }]
      : []),
    ...(words === ''
      ? []
      : links
          .filter(({ search }) => search !== undefined)
          .map(({ to, search }) => ({
            label: `${search} for “${words}”`,
            Icon: IconSearch,
            to,
            search: { search: words },
          }))),
    ...networkLinks.map((link) => ({ ...link, Icon: IconArrowRight })),
  ];

  return (
    <Spotlight.Root
      title="Commands"
      query={query}
      onQueryChange={onQueryChange}
      onSpotlightClose={onClose}
      shortcut={null}
      transitionProps={{ duration: 100 }}
      clearQueryOnClose
      scrollable
      maxHeight="60vh"
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      classNames={{
        header: classes['header'] ?? '',
        inner: classes['inner'] ?? '',
        action: classes['action'] ?? '',
        actionSection: classes['icon'] ?? '',
        search: classes['search'] ?? '',
      }}
    >
      <Spotlight.Search
        placeholder="Go to a screen, or search…"
        aria-label="Commands"
        onFocus={onFocus}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {record !== undefined && (
          <Act label={record.label} Icon={IconArrowRight} run={() => go(record.to, record.search)} />
        )}
        <Group
          label="Go to"
          acts={screens.map(({ to, label }) => ({ id: to, label, Icon: IconArrowRight, run: () => go(to) }))}
        />
        <Group
          label="Search"
          acts={searches.map(({ to, search, ...rest }) => ({ ...rest, run: () => go(to, search) }))}
        />
        <Group label="Actions" acts={acts.map((act) => ({ id: act.label, ...act }))} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

interface ActProps {
  readonly id?: string;
  readonly label: string;
  readonly Icon: typeof IconArrowRight;
  readonly run: () => void;
}

function Act({ label, Icon, run }: ActProps) {
  return <Spotlight.Action label={label} leftSection={<Icon size={16} aria-hidden />} onClick={run} />;
}

function Group({ label, acts }: { readonly label: string; readonly acts: readonly ActProps[] }) {
  if (acts.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      {acts.map((act, index) => (
        // Enter runs the marked element. An id as key keeps the mark when a user loads and is inserted above it.
        <Act key={act.id ?? index} {...act} />
      ))}
    </Spotlight.ActionsGroup>
  );
}
