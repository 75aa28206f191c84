import type { Right } from '@muneem/contract/rights';
import type { QueryClient } from '@tanstack/react-query';
import { useMatch, useMatches } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { SearchParams } from './url-state.ts';

/** The menu that contains the link of a screen. `palette`: the command palette only. */
export type Menu = 'bar' | 'offers' | 'admin' | 'palette';

/** The counts of waiting work that a link can show. */
export type Counted = 'withdrawals' | 'problems' | 'proposals';

export interface Navigation {
  readonly menu: Menu;
  /** The link text. A screen without it only marks its menu as current. */
  readonly label?: string;
  /** The palette's label for searching this list: "Search users". */
  readonly search?: string;
  /** The link shows how many of these wait for a decision. */
  readonly waiting?: Counted;
  /** The link is hidden while the count is null: the feature is not in use. */
  readonly onlyInUse?: true;
}

export interface Address {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: SearchParams;
}

export type ScreenQueries = (client: QueryClient, address: Address) => readonly Promise<void>[];

/** All facts that the router, the navigation, the titles and the command palette need about a screen. */
export interface Screen<Path extends string = string> {
  readonly path: Path;
  /** The heading, and the first part of the window title. */
  readonly title: string;
  readonly navigation?: Navigation;
  /** The right to open it. Undefined: everyone may. */
  readonly right?: Right;
  /** Loads the code: the component and, if the screen has data, its first queries. */
  readonly load: () => Promise<{ readonly component: ComponentType; readonly queries?: ScreenQueries }>;
}

/** Declares a screen. Keeps its path as a literal type, so that links are type-checked. */
export const screen = <const Path extends string>(declaration: Screen<Path>): Screen<Path> => declaration;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly screen?: Screen;
  }
}

/** Returns the current screen, or undefined for an unknown URL. */
export const useOpenScreen = (): Screen | undefined =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.screen });

export const useScreenTitle = (): string =>
  useMatch({ strict: false, select: (match) => match.staticData.screen?.title ?? '' });
