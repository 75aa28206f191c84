import { hasRight, type Right, type Role } from '@muneem/contract/rights';

let currentRole: () => Role | undefined = () => undefined;

/** Called once, from main.tsx. A screen is drawn anew when the role changes, so `may` needs no subscription. */
export const connectRole = (read: () => Role | undefined): void => {
  currentRole = read;
};

export const roleNow = (): Role | undefined => currentRole();

/** Whether the signed-in admin's role has a right. True while the role is unknown: the server refuses in any case. */
export const may = (right: Right | undefined): boolean => {
  const role = currentRole();
  return role === undefined || right === undefined || hasRight(role, right);
};
