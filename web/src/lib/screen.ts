import type { QueryClient } from '@tanstack/react-query';
import { useMatch, useMatches } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { SearchParams } from './url-state.ts';

/** Where links to a screen are shown. `palette`: the command palette only. */
export type Menu = 'bar' | 'offers' | 'admin' | 'palette';

export interface Navigation {
  readonly menu: Menu;
  /** The words of the link. A screen without them only marks its menu as current. */
  readonly label?: string;
  /** A list that the command palette can search: "Search users". */
  readonly search?: string;
  /** The link shows how many of these wait for a decision. */
  readonly waiting?: 'withdrawals' | 'problems';
}

/** The address that a screen is opened at. */
export interface Address {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: SearchParams;
}

/** Requests the data that a screen shows first. */
export type ScreenQueries = (client: QueryClient, address: Address) => readonly Promise<void>[];

/** All that the router, the navigation, the titles and the command palette know about a screen. */
export interface Screen<Path extends string = string> {
  readonly path: Path;
  /** The heading, and the first part of the window's title. */
  readonly title: string;
  readonly navigation?: Navigation;
  /** Its code. */
  readonly load: () => Promise<ComponentType>;
  /** Its first data, in a file of its own: they are requested while the code loads. */
  readonly queries?: () => Promise<ScreenQueries>;
}

/** Declares a screen and keeps its path as a literal type, so that links to it are checked. */
export const screen = <const Path extends string>(declaration: Screen<Path>): Screen<Path> => declaration;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly screen?: Screen;
  }
}

/** The screen that is open; undefined at an address without one. */
export const useOpenScreen = (): Screen | undefined =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.screen });

/** The title of the screen that this component belongs to. */
export const useScreenTitle = (): string =>
  useMatch({ strict: false, select: (match) => match.staticData.screen?.title ?? '' });
