import { screen } from '#lib/screen.ts';

const loadForm = async () => (await import('./form/offer-form-screen.tsx')).OfferFormScreen;

export const offerScreens = [
  screen({
    path: '/add-offer',
    title: 'Create New Offer',
    navigation: { menu: 'offers', label: 'Create Offer' },
    load: loadForm,
  }),
  screen({
    path: '/edit-offer/$id',
    title: 'Edit Offer',
    navigation: { menu: 'offers' },
    load: loadForm,
  }),
  screen({
    path: '/prime-offers',
    title: 'Prime Offers',
    navigation: { menu: 'offers', label: 'Prime Offers', search: 'Search prime offers' },
    load: async () => (await import('./offer-list-screen.tsx')).PrimeOffersScreen,
    queries: async () => (await import('./offer-list-screen.tsx')).primeQueries,
  }),
  screen({
    path: '/regular-offers',
    title: 'Regular Offers',
    navigation: { menu: 'offers', label: 'Regular Offers', search: 'Search regular offers' },
    load: async () => (await import('./offer-list-screen.tsx')).RegularOffersScreen,
    queries: async () => (await import('./offer-list-screen.tsx')).regularQueries,
  }),
] as const;
