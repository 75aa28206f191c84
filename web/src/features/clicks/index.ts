export { clickStatus } from './click-status.ts';
export { ClickButtons, ClickLink, ConversionLink } from './click-link.tsx';
