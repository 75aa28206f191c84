import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const auditScreens = [
  screen({
    path: '/audit',
    title: 'Audit log',
    right: rights.seeAudit,
    navigation: { menu: 'admin', label: 'Audit log' },
    load: () => import('./audit-screen.tsx'),
  }),
] as const;
