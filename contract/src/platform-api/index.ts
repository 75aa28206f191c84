export type { PlatformOffer, PlatformUser, PlatformUserDetails } from './platform-api.ts';
export {
  createPlatformClick,
  createPlatformOfferClaim,
  createPlatformUser,
  createPlatformWithdrawal,
  getPlatformUser,
  listPlatformOffers,
} from './platform-api.api.ts';
