export { ClickButtons, ClickLink, ConversionLink } from './click-link.tsx';
