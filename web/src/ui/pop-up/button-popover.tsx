import type { ReactElement, ReactNode } from 'react';
import { Popover, type PopoverProps } from '@mantine/core';
import { useFirstUse } from './use-first-use.ts';

interface ButtonPopoverProps extends Pick<PopoverProps, 'position' | 'width'> {
  readonly button: ReactElement;
  /** Without padding. */
  readonly flush?: boolean;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/**
 * A button with a small panel. The panel has the button's name and holds the focus until it closes. It stays visible
 * when its button scrolls out of view: a hidden panel with the focus would block the page.
 */
export function ButtonPopover({ button, flush = false, onClose, children, ...place }: ButtonPopoverProps) {
  const { isUsed, use, target } = useFirstUse(button);
  return (
    <Popover {...place} trapFocus hideDetached={false} onOpen={use} {...(onClose && { onClose })}>
      <Popover.Target>{target}</Popover.Target>
      {isUsed && <Popover.Dropdown {...(flush && { p: 0 })}>{children}</Popover.Dropdown>}
    </Popover>
  );
}
