import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
import { Link } from '@tanstack/react-router';
import { useOpenScreen } from '#lib/screen.ts';
import { ButtonMenu } from '#ui/pop-up/index.ts';
import { useWaiting } from '../live/live-state.ts';
import { sessionStore, useSession } from '../session/session-store.ts';
import { inUse, linksOf } from './navigation.ts';
import classes from './shell.module.css';
import { openShortcutHelp } from './shortcut-help.tsx';
import { WaitingBadge } from './waiting-badge.tsx';

const NAMELESS_ADMIN = 'System Administrator';

/** Shows the signed-in admin and Sign Out. The guard then redirects to /login. */
export function AdminMenu() {
  const { admin } = useSession();
  const open = useOpenScreen();
  const links = inUse(linksOf('admin'), useWaiting(), open?.path);
  const isCurrent = open?.navigation?.menu === 'admin';
  return (
    <ButtonMenu
      position="bottom-end"
      width={240}
      button={
        <Button
          variant="transparent"
          className={classes['link']}
          data-current={isCurrent || undefined}
          leftSection={<IconUserCircle size={18} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Admin
          <WaitingBadge what="proposals" />
        </Button>
      }
    >
      <Menu.Label className={classes['who']}>{admin?.email || NAMELESS_ADMIN}</Menu.Label>
      {links.map(({ to, label, waiting }) => (
        <Menu.Item key={to} renderRoot={(props) => <Link {...props} to={to} />}>
          {label}
          {waiting && <WaitingBadge what={waiting} />}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={openShortcutHelp}>
        Keyboard shortcuts
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void sessionStore.signOut()}>
        Sign Out
      </Menu.Item>
    </ButtonMenu>
  );
}
