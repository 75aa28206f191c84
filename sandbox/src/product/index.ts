export { addAdmin } from './add-admin.ts';
export { changeSettings } from './change-settings.ts';
export { createSampleOffer } from './create-sample-offer.ts';
export { createSampleUser, giveCoins } from './give-coins.ts';
export { setPayoutKey } from './set-payout-key.ts';
export { signInAdmin, type AdminSession } from './sign-in-admin.ts';
export { createPlatformClient, type NewUser, type PaymentMethod, type PlatformClient } from './platform-client.ts';
export { startProduct, type Product } from './start-product.ts';
