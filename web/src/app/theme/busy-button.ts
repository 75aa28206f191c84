import { createElement, type ComponentProps, type MouseEvent } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  readonly 'data-loading'?: boolean | undefined;
}

/** Renders Mantine's buttons. A busy button cannot be pressed but keeps the focus, which a disabled element loses. */
export function renderButton({ disabled, onClick, ...props }: ButtonProps) {
  const isBusy = Boolean(props['data-loading'] ?? props['aria-busy']);
  if (!isBusy) return createElement('button', { ...props, disabled, onClick });
  const refuse = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  return createElement('button', { ...props, 'aria-busy': true, 'aria-disabled': true, onClick: refuse });
}
