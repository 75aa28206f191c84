export { changeSettings } from './change-settings.ts';
export { giveCoins } from './give-coins.ts';
export { setPayoutKey } from './set-payout-key.ts';
export { signInAdmin, type AdminSession } from './sign-in-admin.ts';
export { createPlatformClient, type NewUser, type PaymentMethod, type PlatformClient } from './platform-client.ts';
export { startProduct, type Product } from './start-product.ts';
