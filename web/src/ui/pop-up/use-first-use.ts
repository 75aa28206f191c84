import { cloneElement, useState, type DOMAttributes, type ReactElement } from 'react';

/**
 * Becomes true when the button is first hovered, focused or pressed. A closed panel costs four times as much as its
 * button, and a screen has six of them.
 */
export function useFirstUse(button: ReactElement): {
  readonly isUsed: boolean;
  readonly use: () => void;
  readonly target: ReactElement;
} {
  const [isUsed, setUsed] = useState(false);
  const use = (): void => setUsed(true);
  const target = cloneElement(button as ReactElement<DOMAttributes<Element>>, { onPointerEnter: use, onFocus: use });
  return { isUsed, use, target };
}
