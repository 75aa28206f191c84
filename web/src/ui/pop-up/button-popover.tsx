import { cloneElement, useState, type DOMAttributes, type ReactElement, type ReactNode } from 'react';
import { Popover, type PopoverProps } from '@mantine/core';
import { useFirstUse } from './use-first-use.ts';

interface ButtonPopoverProps extends Pick<PopoverProps, 'width'> {
  readonly button: ReactElement;
  /** Without padding. */
  readonly flush?: boolean;
  readonly onClose?: () => void;
  /** A function gets `close`. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/**
 * A button with a small panel. The panel has the button's name and holds the focus until it closes. It stays visible
 * when its button scrolls out of view: a hidden panel with the focus would block the page.
 */
export function ButtonPopover({ button, flush = false, onClose, children, ...size }: ButtonPopoverProps) {
  const { isUsed, use, target } = useFirstUse(button);
  const [isOpen, setOpen] = useState(false);
  const toggle = (): void => setOpen(!isOpen);
  return (
    <Popover
      {...size}
      position="bottom-end"
      trapFocus
      returnFocus
      hideDetached={false}
      opened={isOpen}
      onChange={setOpen}
      onOpen={use}
      {...(onClose && { onClose })}
    >
      <Popover.Target>
        {cloneElement(target as ReactElement<DOMAttributes<Element>>, { onClick: toggle })}
      </Popover.Target>
      {isUsed && (
        <Popover.Dropdown {...(flush && { p: 0 })}>
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </Popover.Dropdown>
      )}
    </Popover>
  );
}
