export { TipHost } from './tip-host.tsx';
