import type { Waiting } from '@muneem/contract/live';
import { may } from '#lib/may.ts';
import type { Menu, Navigation, Screen } from '#lib/screen.ts';
import { SIGNED_IN } from '../screens.ts';

/** A link in the bar, a menu or the command palette. */
export interface NavigationLink extends Navigation {
  readonly to: string;
  readonly label: string;
}

const linkOf = ({ path, navigation, right }: Screen): NavigationLink[] =>
  navigation?.label === undefined || !may(right) ? [] : [{ ...navigation, label: navigation.label, to: path }];

/** The links that the admin's role may follow. */
export const allLinks = (): readonly NavigationLink[] => SIGNED_IN.flatMap((screen) => linkOf(screen));

/**
 * Without the links of features that are not in use. The link of the open screen stays.
 * @param waiting undefined: not known yet
 */
export const inUse = (
  links: readonly NavigationLink[],
  waiting: Waiting | undefined,
  openPath: string | undefined,
): readonly NavigationLink[] =>
  links.filter(({ to, onlyInUse, waiting: counted }) => {
    if (onlyInUse !== true || counted === undefined || to === openPath) return true;
    return typeof waiting?.[counted] === 'number';
  });

export const linksOf = (menu: Menu): readonly NavigationLink[] => allLinks().filter((link) => link.menu === menu);
