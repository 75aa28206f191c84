import { screen } from '#lib/screen.ts';

export const adminScreens = [
  screen({
    path: '/admins',
    title: 'Administrators',
    navigation: { menu: 'admin', label: 'Administrators' },
    load: async () => (await import('./admins-screen.tsx')).AdminsScreen,
    queries: async () => (await import('./admins-screen.tsx')).screenQueries,
  }),
] as const;

/** Opened from the invitation email, without a session. */
export const invitationScreens = [
  screen({
    path: '/accept-invitation',
    title: 'Become an administrator',
    load: async () => (await import('./accept-invitation-screen.tsx')).AcceptInvitationScreen,
  }),
] as const;
