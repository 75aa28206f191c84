import type { MouseEvent, ReactNode } from 'react';
import { useRouter } from '@tanstack/react-router';
import { stringifySearch } from '#lib/url-state.ts';
import type { SearchParams } from '#lib/url-state.ts';
import type { RowLink } from './columns.ts';

/**
 * Builds the URL of a row's link from the list's URL. The router's own builder takes a hundred times as long, and a
 * page has a hundred links.
 */
export function hrefOf({ to, params = {}, search }: RowLink, here: { pathname: string; search: SearchParams }): string {
  const path = to === '.' ? here.pathname : to.replaceAll(/\$(\w+)/g, (_, name) => encodeURIComponent(params[name]!));
  return path + stringifySearch((typeof search === 'function' ? search(here.search) : search) ?? {});
}

/** `hrefOf` for the current URL. */
export function useHref(link: RowLink | undefined): string | undefined {
  const { pathname, search } = useRouter().latestLocation;
  return link && hrefOf(link, { pathname, search });
}

/** Opens a row's details. If they open above the list, the list keeps its scroll position. */
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

/** The link of a row. A plain `<a>`: the router's own is too slow for rows. */
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

/** False for a click that opens a new tab or a download. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
