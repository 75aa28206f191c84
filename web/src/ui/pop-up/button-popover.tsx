import type { ReactElement, ReactNode } from 'react';
import { Popover, type PopoverProps } from '@mantine/core';

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
export const ButtonPopover = ({ button, flush = false, onClose, children, ...place }: ButtonPopoverProps) => (
  <Popover {...place} trapFocus hideDetached={false} {...(onClose && { onClose })}>
    <Popover.Target>{button}</Popover.Target>
    <Popover.Dropdown {...(flush && { p: 0 })}>{children}</Popover.Dropdown>
  </Popover>
);
