import type { AnyRouter } from '@tanstack/react-router';

type Search = Readonly<Record<string, string | undefined>>;

let isGoing = false;

/** The steps back to the nearest earlier entry with this URL. The entries between must be of the same screen. */
function stepsBackTo(url: URL): number | undefined {
  // Older browsers do not list their entries.
  if (!('navigation' in globalThis)) return undefined;
  const { index } = navigation.currentEntry ?? { index: 0 };
  for (const entry of navigation.entries().slice(0, index).toReversed()) {
    if (!entry.sameDocument || entry.url === null || new URL(entry.url).pathname !== url.pathname) return undefined;
    if (entry.url === url.href) return index - entry.index;
  }
  return undefined;
}

/** Goes back to this screen with other parameters. @returns false if no earlier entry has them */
export function goBackTo(router: AnyRouter, search: (previous: Search) => Search): boolean {
  // The browser goes back later. Until then a second press must not go back again.
  if (isGoing) return true;
  const { publicHref } = router.buildLocation({ to: '.', search } as never);
  const steps = stepsBackTo(new URL(publicHref, location.href));
  if (steps === undefined) return false;
  isGoing = true;
  addEventListener('popstate', () => void (isGoing = false), { once: true });
  router.history.go(-steps);
  return true;
}
