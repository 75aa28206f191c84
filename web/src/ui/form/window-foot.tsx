import { Button, Group, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface WindowFootProps extends ButtonProps {
  readonly className?: string | undefined;
  readonly onClose: () => void;
  /** The label of the button that closes the window. */
  readonly close?: string;
  /** At the other end. */
  readonly start?: ReactNode;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The buttons at the end of a window: Close or Cancel, then the action. */
export const WindowFoot = ({ className, onClose, close = 'Close', start, children, ...button }: WindowFootProps) => (
  <Group gap="xs" className={className ?? ''}>
    {start}
    <Group gap="xs" ml="auto" justify="flex-end">
      <Button variant="default" onClick={onClose} {...button}>
        {close}
      </Button>
      {children}
    </Group>
  </Group>
);
