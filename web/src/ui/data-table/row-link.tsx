import type { MouseEvent, ReactNode } from 'react';
import { useRouter } from '@tanstack/react-router';
import { stringifySearch } from '#lib/url-state.ts';
import type { SearchParams } from '#lib/url-state.ts';
import type { RowLink } from './columns.ts';

/**
 * The address that a row's link leads to from a list at `search`. The router's own builder gives the same and takes a
 * hundred times as long: a page of rows has a hundred links.
 */
export function hrefOf({ to, params = {}, search }: RowLink, here: { pathname: string; search: SearchParams }): string {
  const path = to === '.' ? here.pathname : to.replaceAll(/\$(\w+)/g, (_, name) => encodeURIComponent(params[name]!));
  return path + stringifySearch((typeof search === 'function' ? search(here.search) : search) ?? {});
}

/** `hrefOf` at the address that is shown. */
export function useHref(link: RowLink | undefined): string | undefined {
  const { pathname, search } = useRouter().latestLocation;
  return link && hrefOf(link, { pathname, search });
}

/** Leads to a row's details; where they lie over the list, the list stays where it is. */
export function useOpenRow(): (link: RowLink) => void {
  const router = useRouter();
  return (link) => {
    const resetScroll = link.to !== '.' && link.to !== router.latestLocation.pathname;
    void router.navigate({ ...link, resetScroll } as never);
  };
}

interface RowAnchorProps {
  readonly link: RowLink;
  readonly className: string | undefined;
  readonly children: ReactNode;
  readonly [attribute: `aria-${string}` | `data-${string}`]: string | true | undefined;
}

/** A real link in a row. A plain `<a>`: the router's own is too slow for rows. */
export function RowAnchor({ link, children, ...attributes }: RowAnchorProps) {
  const href = useHref(link);
  const openRow = useOpenRow();
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    openRow(link);
  };
  return (
    <a href={href} onClick={open} {...attributes}>
      {children}
    </a>
  );
}

/** Not one that asks for a new tab or a download. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
