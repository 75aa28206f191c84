export type {
  PlatformOffer,
  PlatformProblem,
  PlatformUser,
  PlatformUserDetails,
  PlatformWithdrawalDetails,
} from './platform-api.ts';
export {
  changePlatformUser,
  createPlatformClick,
  createPlatformOfferClaim,
  createPlatformUser,
  createPlatformWithdrawal,
  getPlatformUser,
  getPlatformWithdrawal,
  listPlatformOffers,
  listPlatformProblems,
  listPlatformWithdrawals,
} from './platform-api.api.ts';
