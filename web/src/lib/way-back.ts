/**
 * Where the focus is now, and where it goes instead when that is gone by then: what surrounds it and can take the focus
 * (its list, its window, the page), nearest first.
 */
export function wayBack(): readonly HTMLElement[] {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return [];
  const way = [activeElement];
  // What was chosen in a menu goes with it; the button of the menu stays.
  const menu = activeElement.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const button = menu ? document.getElementById(menu) : null;
  if (button) way.push(button);
  for (let around = activeElement.parentElement; around; around = around.parentElement) {
    if (around.hasAttribute('tabindex')) way.push(around);
  }
  return way;
}

/** Gives the focus to the first that can take it, at last to the page itself; unless something else has taken it already. */
export function goBack(way: readonly HTMLElement[]): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  const main = document.querySelector<HTMLElement>('main');
  for (const element of main ? [...way, main] : way) {
    if (!element.isConnected) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}
