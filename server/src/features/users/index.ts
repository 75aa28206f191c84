export { changeUser } from './change-user.ts';
export { createUser } from './create-user.ts';
export { getUser, getUserAccount, userNotFound } from './get-user-details.ts';
export { toWalletEntry } from './user.mapper.ts';
export type { UserAccount } from './user-account.repository.ts';
export { searchUserIds } from './user-list.repository.ts';
export { lockUser } from './users.repository.ts';
export type { UserRow } from './users.repository.ts';
export { usersModule } from './users.module.ts';
