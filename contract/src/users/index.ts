export {
  COMPLETED_OFFERS_LIMIT,
  MAX_COUNTED_USERS,
  newUser,
  user,
  USER_DEFAULTS,
  userChange,
  userDetails,
  userUid,
  WALLET_ENTRIES_LIMIT,
  walletEntry,
} from './users.ts';
export { availableCoins } from './users.ts';
export type { CompletedOffer, NewUser, User, UserChange, UserDetails, WalletEntryView } from './users.ts';
export {
  deleteUser,
  exportUsers,
  exportUsersWorkbook,
  getUser,
  listCompletedOffers,
  listUsers,
  listWalletEntries,
  USER_SORTS,
} from './users.api.ts';
export { eraseUser, exportPersonalData, PERSONAL_DATA_ROWS } from './personal-data.api.ts';
export type { PersonalData } from './personal-data.api.ts';
