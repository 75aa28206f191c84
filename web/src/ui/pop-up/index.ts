export { ButtonMenu } from './button-menu.tsx';
export { ButtonPopover } from './button-popover.tsx';
