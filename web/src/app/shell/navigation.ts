import type { Menu, Navigation, Screen } from '#lib/screen.ts';
import { SIGNED_IN } from '../screens.ts';

/** A link in the bar, a menu or the command palette. */
export interface NavigationLink extends Navigation {
  readonly to: string;
  readonly label: string;
}

const linkOf = ({ path, navigation }: Screen): NavigationLink[] =>
  navigation?.label === undefined ? [] : [{ ...navigation, label: navigation.label, to: path }];

export const LINKS: readonly NavigationLink[] = SIGNED_IN.flatMap((screen) => linkOf(screen));

export const linksOf = (menu: Menu): readonly NavigationLink[] => LINKS.filter((link) => link.menu === menu);
