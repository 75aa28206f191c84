import type { OfferCategory } from '@muneem/contract/offers';

/** The texts of the offer lists. Texts of document 000 are word for word. */
export const listCopy = {
  prime: {
    search: 'Search by title, description or developer...',
    noMatch: 'No matching prime offers found',
    empty: 'No prime offers available',
    failed: 'Failed to load prime offers. Please try again later.',
  },
  regular: {
    search: 'Search by title, description or type...',
    noMatch: 'No matching regular offers found',
    empty: 'No regular offers available',
    failed: 'Failed to load regular offers. Please try again later.',
  },
} as const satisfies Record<OfferCategory, Record<string, string>>;

const REGULAR_TYPES = { daily: 'Daily', video: 'Video', install: 'Install', share: 'Share' } as const;

export const offerCopy = {
  add: 'Add New Offer',
  edit: 'Edit',
  view: 'View',
  delete: 'Delete',
  active: 'Active',
  inactive: 'Inactive',
  regularTypes: REGULAR_TYPES,
  types: { ...REGULAR_TYPES, prime: 'Prime' },
  emptyText: 'An offer is what users complete to earn coins. Create the first one.',
  filters: { all: 'All states', active: 'Active', inactive: 'Inactive' },
  filterLabel: 'State',
  allTypes: 'All types',
  typeLabel: 'Type',
  orderLabel: 'Order',
  orders: {
    'createdAt desc': 'Newest first',
    'title asc': 'By title',
    'coins desc': 'Most coins first',
    'popularity desc': 'Most popular first',
  },
  duplicate: 'Duplicate',
  select: (title: string) => `Select ${title}`,
  switch: (title: string) => `Active: ${title}`,
  activate: 'Activate',
  deactivate: 'Deactivate',
  undo: 'Undo',
  switched: (count: string, isActive: boolean) => `${count} ${isActive ? 'activated' : 'deactivated'}`,
  switchedOne: (title: string, isActive: boolean) => `"${title}" is now ${isActive ? 'active' : 'inactive'}`,
  already: (count: string, isActive: boolean) => `${count} already ${isActive ? 'active' : 'inactive'}`,
  gone: (count: string) => `${count} deleted meanwhile`,
  switchFailed: (isActive: boolean) =>
    isActive ? 'Failed to activate. Please try again.' : 'Failed to deactivate. Please try again.',
  deleteConfirm: (title: string) => `Are you sure you want to delete "${title}"? This action cannot be undone.`,
  deleteDetails:
    'The offer disappears from every list and records no new clicks. Its conversions and coins stay in the reports.',
  deleteVerb: 'Delete offer',
  deleted: 'Offer deleted successfully',
  deleteFailed: 'Failed to delete offer. Please try again.',
} as const;
