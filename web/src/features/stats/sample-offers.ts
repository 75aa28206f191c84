import type { OfferCategory, OfferSummary } from '@muneem/contract/offers';

export type DashboardOffer = Pick<OfferSummary, '_id' | 'title' | 'coins' | 'image' | 'isActive' | 'completedCount'>;

const sample = (title: string, coins: number, completedCount: number, isActive = true): DashboardOffer => ({
  _id: title,
  title: `Sample: ${title}`,
  coins,
  image: '',
  isActive,
  completedCount,
});

/** Shown, marked as samples, when the offers cannot be loaded (document 000 §8). */
export const SAMPLE_OFFERS: Readonly<Record<OfferCategory, readonly DashboardOffer[]>> = {
  prime: [sample('open a savings account', 500, 42), sample('reach level 10 in a game', 350, 18)],
  regular: [sample('install an app', 50, 96), sample('watch a video', 10, 7, false)],
};
