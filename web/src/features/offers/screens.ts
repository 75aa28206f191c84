import { rights } from '@muneem/contract/rights';
import { screen, type Screen } from '#lib/screen.ts';

const loadForm: Screen['load'] = () => import('./form/offer-form-screen.tsx');

export const offerScreens = [
  screen({
    path: '/add-offer',
    title: 'Create New Offer',
    right: rights.changeOffers,
    navigation: { menu: 'offers', label: 'Create Offer' },
    load: loadForm,
  }),
  screen({
    path: '/edit-offer/$id',
    title: 'Edit Offer',
    right: rights.seeOffers,
    navigation: { menu: 'offers' },
    load: loadForm,
  }),
  screen({
    path: '/prime-offers',
    title: 'Prime Offers',
    right: rights.seeOffers,
    navigation: { menu: 'offers', label: 'Prime Offers', search: 'Search prime offers' },
    load: () => import('./offer-list-screen.tsx').then((it) => it.primeOffers),
  }),
  screen({
    path: '/regular-offers',
    title: 'Regular Offers',
    right: rights.seeOffers,
    navigation: { menu: 'offers', label: 'Regular Offers', search: 'Search regular offers' },
    load: () => import('./offer-list-screen.tsx').then((it) => it.regularOffers),
  }),
] as const;
