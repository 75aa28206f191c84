/**
 * Returns the focused element and its focusable ancestors (its list, its window, the page), nearest first. If the
 * element is removed, the focus moves to the next one.
 */
export function focusCandidates(): readonly HTMLElement[] {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return [];
  const candidates = [activeElement];
  // A menu item disappears with its menu. The menu button stays.
  const menu = activeElement.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const button = menu ? document.getElementById(menu) : null;
  if (button) candidates.push(button);
  for (let around = activeElement.parentElement; around; around = around.parentElement) {
    if (around.hasAttribute('tabindex')) candidates.push(around);
  }
  return candidates;
}

/**
 * Focuses the first element that can take the focus, at last the page. Does nothing if another element has the focus.
 */
export function restoreFocus(candidates: readonly HTMLElement[]): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  const main = document.querySelector<HTMLElement>('main');
  for (const element of main ? [...candidates, main] : candidates) {
    if (!element.isConnected) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}
