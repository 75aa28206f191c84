export { manualPaymentsModule } from './manual-payments.module.ts';
