export { ClickButtons, ClickLink } from './click-link.tsx';
