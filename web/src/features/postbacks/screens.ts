import { screen } from '#lib/screen.ts';

export const postbackScreens = [
  screen({
    path: '/postback-urls/$id',
    title: 'Postback Management',
    load: () => import('./postback-management-screen.tsx'),
  }),
] as const;
