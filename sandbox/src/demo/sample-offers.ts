import { sharePercent } from '@muneem/contract/conversions';
import { REWARD_LIMIT_OF_TYPE, type OfferInput } from '@muneem/contract/offers';
import { sampleImage, type Sign } from './sample-image.ts';

type Event = readonly [name: string, payoutRupees: number, required: boolean, share: number];

/** The fields that all samples share are in `sampleOffers`. */
interface Sample extends Omit<OfferInput, 'trackingUrl' | 'steps' | 'events'> {
  readonly key: string;
  readonly events: readonly Event[];
  readonly look: readonly [from: string, to: string, sign: Sign];
}

const INSTALL: Event = ['install', 0, true, 0.75];

/** The demo's offers. `share`: the share of users who reach this event after the previous one. */
const SAMPLES: readonly Sample[] = [
  {
    key: 'paisa-wallet',
    title: 'Paisa Wallet',
    type: 'prime',
    category: 'Finance',
    coins: 250,
    developer: 'Kaveri Fintech',
    downloads: '50L+',
    rating: 4.6,
    description: 'Open a wallet, verify your number and make a first payment.',
    requirements: 'New users only. KYC needs an identity document.',
    events: [
      ['install', 20, true, 0.8],
      ['register', 60, true, 0.6],
      ['deposit', 150, false, 0.4],
    ],
    look: ['#0c5cad', '#26c6da', 'diamond'],
  },
  {
    key: 'bazaar-plus',
    title: 'Bazaar Plus',
    type: 'prime',
    category: 'Shopping',
    coins: 180,
    developer: 'Bazaar Retail',
    downloads: '1Cr+',
    rating: 4.3,
    description: 'Shop from ten thousand stores; the first order earns the most.',
    requirements: 'First order of ₹299 or more.',
    events: [
      ['install', 15, true, 0.8],
      ['order', 120, true, 0.35],
    ],
    look: ['#d64045', '#ffa726', 'circle'],
  },
  {
    key: 'khel-arena',
    title: 'Khel Arena',
    type: 'prime',
    category: 'Games',
    coins: 320,
    developer: 'Monsoon Games',
    downloads: '10L+',
    rating: 4.1,
    description: 'Reach level 10 in the cricket league.',
    requirements: 'Level 10 within 7 days of the installation.',
    events: [
      ['install', 25, true, 0.7],
      ['signup', 40, true, 0.7],
      ['level_10', 200, true, 0.3],
    ],
    look: ['#581c87', '#ec4899', 'play'],
  },
  {
    key: 'vidya-learn',
    title: 'Vidya Learn',
    type: 'prime',
    category: 'Education',
    coins: 200,
    developer: 'Vidya Labs',
    downloads: '5L+',
    rating: 4.8,
    description: 'Take a free class and keep a streak of three days.',
    requirements: 'Complete one free class.',
    events: [
      ['install', 18, true, 0.7],
      ['register', 45, true, 0.6],
    ],
    look: ['#056b53', '#6ec878', 'bars'],
  },
  {
    key: 'sona-gold',
    title: 'Sona Digital Gold',
    type: 'prime',
    category: 'Finance',
    coins: 400,
    developer: 'Sona Savings',
    downloads: '2L+',
    rating: 4.4,
    description: 'Buy gold from ₹10 and store it safely.',
    requirements: 'First purchase of ₹100 or more.',
    events: [
      ['install', 20, true, 0.6],
      ['register', 50, true, 0.6],
      ['deposit', 300, true, 0.35],
    ],
    look: ['#926108', '#f7c948', 'ring'],
  },
  {
    key: 'daily-check-in',
    title: 'Daily Check-in',
    type: 'daily',
    category: 'Utility',
    coins: 5,
    developer: 'Muneem',
    downloads: '',
    rating: 4,
    description: 'Open the app once a day.',
    requirements: 'Once a day.',
    events: [['default', 5, true, 0.9]],
    look: ['#1e40af', '#818cf8', 'cross'],
  },
  {
    key: 'morning-trailer',
    title: 'Morning Trailer',
    type: 'video',
    category: 'Entertainment',
    coins: 8,
    developer: 'Tamasha',
    downloads: '',
    rating: 4.2,
    description: 'Watch the trailer of the day to its end.',
    requirements: 'Watch at least 45 seconds.',
    events: [['default', 8, true, 0.85]],
    look: ['#991b1b', '#f87171', 'play'],
  },
  {
    key: 'news-in-60',
    title: 'News in 60 Words',
    type: 'install',
    category: 'Utility',
    coins: 25,
    developer: 'Akhbar Media',
    downloads: '20L+',
    rating: 4.5,
    description: 'Install the news app and read one story.',
    requirements: 'New installation.',
    events: [INSTALL],
    look: ['#0f4c5c', '#5ec5cd', 'bars'],
  },
  {
    key: 'yatra-taxi',
    title: 'Yatra Taxi',
    type: 'install',
    category: 'Utility',
    coins: 60,
    developer: 'Yatra Mobility',
    downloads: '80L+',
    rating: 3.9,
    description: 'Install and take a first ride.',
    requirements: 'First ride within 14 days.',
    events: [INSTALL, ['order', 50, false, 0.3]],
    look: ['#3c3c43', '#facc15', 'diamond'],
  },
  {
    key: 'share-with-five',
    title: 'Share with Five Friends',
    type: 'share',
    category: 'Social',
    coins: 20,
    developer: 'Muneem',
    downloads: '',
    rating: 4,
    description: 'Send your link to five friends.',
    requirements: 'Five different people.',
    events: [['default', 10, true, 0.6]],
    look: ['#075985', '#38bdf8', 'ring'],
  },
  {
    key: 'raga-music',
    title: 'Raga Music',
    type: 'install',
    category: 'Entertainment',
    coins: 40,
    developer: 'Raga Audio',
    downloads: '30L+',
    rating: 4.7,
    description: 'Install, sign up and listen to a first song.',
    requirements: 'New account.',
    events: [INSTALL, ['signup', 24, true, 0.5]],
    look: ['#6b21a8', '#c084fc', 'circle'],
  },
  {
    key: 'weekend-quiz',
    title: 'Weekend Quiz',
    type: 'video',
    category: 'Games',
    coins: 10,
    developer: 'Monsoon Games',
    downloads: '1L+',
    rating: 3.4,
    isActive: false,
    description: 'Opens and closes automatically: the sandbox plays its manager.',
    requirements: 'Ten right answers.',
    events: [['default', 10, true, 0.5]],
    look: ['#4b5563', '#9ca3af', 'cross'],
  },
];

/** Revenue for each rupee that a user gets. One offer loses money. */
const REVENUE_SHARE = 1.6;
export const LOSING_OFFER = 'bazaar-plus';

/** The expected revenue of an event, at one coin per rupee. */
function revenueOf({ key, coins }: { key: string; coins: number }, eventName: string, payout: number): number {
  const paid = payout > 0 ? payout : (coins * sharePercent(eventName)) / 100;
  return Math.round(paid * (key === LOSING_OFFER ? 0.8 : REVENUE_SHARE) * 100) / 100;
}

/** The offer that the demo opens and closes. */
export const PULSING_OFFER = 'weekend-quiz';

export interface SampleOffer {
  readonly key: string;
  readonly input: OfferInput;
  readonly shares: Readonly<Record<string, number>>;
}

/** Returns the sample offers with the URLs of this run's ad network. */
export const sampleOffers = (network: {
  trackingUrl(key: string): string;
  pollUrl(): string;
}): Promise<SampleOffer[]> =>
  Promise.all(
    SAMPLES.map(async ({ key, look, events, ...sample }) => ({
      key,
      shares: Object.fromEntries(events.map(([name, , , share]) => [name, share])),
      input: {
        isActive: true,
        ...sample,
        rewardLimit: REWARD_LIMIT_OF_TYPE[sample.type],
        imageData: await sampleImage(...look),
        trackingUrl: network.trackingUrl(key),
        pollUrl: network.pollUrl(),
        deadline: '7 days',
        steps: [
          { title: 'Open the offer', description: 'Tap the button to get there.', isCompleted: false },
          { title: 'Do what it asks for', description: sample.requirements, isCompleted: false },
          { title: 'Come back', description: 'The coins arrive within a few minutes.', isCompleted: false },
        ],
        events: events.map(([eventName, eventPayout, isRequired]) => ({
          eventName,
          eventPayout,
          revenue: revenueOf({ key, coins: sample.coins }, eventName, eventPayout),
          eventCap: 5_000,
          isRequired,
          description: '',
        })),
      },
    })),
  );
