export { ClickLink, EvidenceLink } from './click-link.tsx';
