/** The words of the dashboard; those of document 000 as they stand there. */
export const copy = {
  title: 'Dashboard',
  newOffer: '+ New Offer',
  cards: {
    users: 'Total Users',
    activeOffers: 'Active Offers',
    completedOffers: 'Completed Offers',
    rewards: 'Total Rewards',
    rewardsCaption: 'Total coins distributed to users',
  },
  statsFailed: 'Could not be loaded',
  retry: 'Retry',
  viewAll: 'View All',
  lists: {
    prime: { title: 'Prime Offers', empty: 'No prime offers found. Add some to get started.' },
    regular: { title: 'Regular Offers', empty: 'No regular offers found. Add some to get started.' },
  },
  sample: 'Your offers could not be loaded. These are built-in sample offers, not yours.',
  users: (count: string) => `${count} users`,
  actions: { edit: 'Edit', postbacks: 'Postback URLs of', delete: 'Delete' },
} as const;
