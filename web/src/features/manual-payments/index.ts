export { ManualPaymentsScreen } from './manual-payments-screen.tsx';
