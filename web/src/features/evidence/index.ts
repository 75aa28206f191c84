export { ClickScreen } from './click-screen.tsx';
export { EvidenceScreen } from './evidence-screen.tsx';
