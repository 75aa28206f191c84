export { registerManualPaymentRoutes } from './manual-payments.routes.ts';
