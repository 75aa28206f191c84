import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const adminScreens = [
  screen({
    path: '/admins',
    title: 'Administrators',
    right: rights.seeAdmins,
    navigation: { menu: 'admin', label: 'Administrators' },
    load: () => import('./admins-screen.tsx'),
  }),
  screen({
    path: '/roles',
    title: 'Who may do what',
    right: rights.seeAdmins,
    navigation: { menu: 'admin', label: 'Who may do what' },
    load: () => import('./roles-screen.tsx'),
  }),
] as const;

/** Opened from the invitation email, without a session. */
export const invitationScreens = [
  screen({
    path: '/accept-invitation',
    title: 'Become an administrator',
    load: () => import('./accept-invitation-screen.tsx'),
  }),
] as const;
