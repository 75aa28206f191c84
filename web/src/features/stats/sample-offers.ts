import type { OfferCategory, OfferSummary } from '@muneem/contract/offers';

/** The fields of a dashboard row. */
export type DashboardOffer = Pick<
  OfferSummary,
  '_id' | 'title' | 'coins' | 'image' | 'isActive' | 'completedCount' | 'type'
>;

/** Shown, marked as samples, when the offers cannot be loaded (document 000 §8). */
export const SAMPLE_OFFERS: Readonly<Record<OfferCategory, readonly DashboardOffer[]>> = {
  prime: [
    {
      _id: 'sample-1',
      title: 'Sample: open a savings account',
      coins: 500,
      image: '',
      isActive: true,
      completedCount: 42,
      type: 'prime',
    },
    {
      _id: 'sample-2',
      title: 'Sample: reach level 10 in a game',
      coins: 350,
      image: '',
      isActive: true,
      completedCount: 18,
      type: 'prime',
    },
  ],
  regular: [
    {
      _id: 'sample-3',
      title: 'Sample: install an app',
      coins: 50,
      image: '',
      isActive: true,
      completedCount: 96,
      type: 'install',
    },
    {
      _id: 'sample-4',
      title: 'Sample: watch a video',
      coins: 10,
      image: '',
      isActive: false,
      completedCount: 7,
      type: 'video',
    },
  ],
};
