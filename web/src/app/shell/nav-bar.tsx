import { useState } from 'react';
import { Burger, Button, Group, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { Link } from '@tanstack/react-router';
import { useOpenScreen } from '#lib/screen.ts';
import { useSystemName } from '#lib/system-name.ts';
import { NoticesMenu } from '#ui/notices/index.ts';
import { ButtonMenu } from '#ui/pop-up/index.ts';
import { SideWindow } from '#ui/window/index.ts';
import { AdminMenu } from './admin-menu.tsx';
import { Brand } from './brand.tsx';
import { ColorSchemeMenu } from './color-scheme-menu.tsx';
import { linksOf, type NavigationLink } from './navigation.ts';
import classes from './shell.module.css';
import { WaitingBadge } from './waiting-badge.tsx';

/** The Offers menu comes after this link. */
const FIRST = '/users';
const firstLinks = () => linksOf('bar').filter(({ to }) => to === FIRST);
const otherLinks = () => linksOf('bar').filter(({ to }) => to !== FIRST);

export function NavBar() {
  const [opened, setOpened] = useState(false);
  return (
    <header className={classes['bar']}>
      <div className={classes['barInner']}>
        <Burger
          className={classes['burger']}
          opened={opened}
          onClick={() => setOpened((was) => !was)}
          size="sm"
          aria-label={opened ? 'Close navigation' : 'Open navigation'}
          aria-expanded={opened}
        />
        <Brand />
        <nav aria-label="Main" className={classes['links']}>
          <BarLinks links={firstLinks()} />
          <OffersMenu />
          <BarLinks links={otherLinks()} />
        </nav>
        <Group gap={2} wrap="nowrap" ml="auto">
          <NoticesMenu />
          <ColorSchemeMenu />
          <AdminMenu />
        </Group>
      </div>
      {opened && <SmallScreenNavigation onClose={() => setOpened(false)} />}
    </header>
  );
}

function BarLinks({ links, onClick }: { readonly links: readonly NavigationLink[]; readonly onClick?: () => void }) {
  return links.map(({ to, label, waiting }) => (
    <Link key={to} to={to} className={classes['link']} {...(onClick ? { onClick } : {})}>
      {label}
      {waiting && <WaitingBadge what={waiting} />}
    </Link>
  ));
}

function OffersMenu() {
  const isCurrent = useOpenScreen()?.navigation?.menu === 'offers';
  const links = linksOf('offers');
  if (links.length === 0) return null;
  return (
    <ButtonMenu
      position="bottom-start"
      offset={6}
      button={
        <Button
          variant="transparent"
          className={classes['link']}
          data-current={isCurrent || undefined}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Offers
        </Button>
      }
    >
      {links.map(({ to, label }) => (
        <Menu.Item key={to} renderRoot={(props) => <Link {...props} to={to} />}>
          {label}
        </Menu.Item>
      ))}
    </ButtonMenu>
  );
}

function SmallScreenNavigation({ onClose }: { readonly onClose: () => void }) {
  const offers = linksOf('offers');
  return (
    <SideWindow
      onClose={onClose}
      title={useSystemName()}
      size="18rem"
      padding="sm"
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': 'Close navigation' }}
    >
      <nav aria-label="Main" className={classes['drawerLinks']}>
        <BarLinks links={firstLinks()} onClick={onClose} />
        {offers.length > 0 && (
          <>
            <span className={classes['drawerGroup']} id="drawer-offers">
              Offers
            </span>
            <div role="group" aria-labelledby="drawer-offers" className={classes['drawerNested']}>
              <BarLinks links={offers} onClick={onClose} />
            </div>
          </>
        )}
        <BarLinks links={otherLinks()} onClick={onClose} />
      </nav>
    </SideWindow>
  );
}
