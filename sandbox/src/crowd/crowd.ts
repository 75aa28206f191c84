import { trackingPath } from '@muneem/contract/clicks';
import type { PlatformClient } from '../product/index.ts';
import { addressOfVisit } from './addresses.ts';
import { COMPLAINTS } from './complaints.ts';
import { makePerson, numberOfPerson } from './people.ts';

const LEAST_WITHDRAWAL = 50;
const MOST_WITHDRAWAL = 500;
const TIMEOUT_MS = 15_000;

/** The actions of the users, with their share in per cent and their maximum rate. */
const ACTS = {
  people: { share: 15, most: 3_000 },
  clicks: { share: 70, most: 20_000 },
  withdrawals: { share: 9, most: 500 },
  claims: { share: 4, most: 300 },
  problems: { share: 2, most: 100 },
} as const;
type Act = keyof typeof ACTS;
const ACT_NAMES = Object.keys(ACTS) as Act[];
const SHARES = ACT_NAMES.reduce((sum, act) => sum + ACTS[act].share, 0);

export interface CrowdOptions {
  readonly productUrl: string;
  readonly platform: PlatformClient;
  readonly offerIds: readonly string[];
  /** Users 1 to n exist already. */
  readonly people: number;
  /** Actions per second of all users together. */
  readonly actsPerSecond?: number;
  readonly limits?: Partial<Readonly<Record<Act, number>>>;
  readonly random?: () => number;
}

export interface Crowd {
  /** Number of actions so far. `refused`: the product refused it. `failures`: no answer. */
  counts(): Readonly<Record<Act | 'refused' | 'failures', number>>;
  stop(): Promise<void>;
}

/** Simulates users who join, follow links, withdraw and complain at a steady rate. */
export function startCrowd(options: CrowdOptions): Crowd {
  const { productUrl, platform, offerIds, actsPerSecond = 2, limits = {}, random = Math.random } = options;
  const counts = { people: options.people, clicks: 0, withdrawals: 0, claims: 0, problems: 0, refused: 0, failures: 0 };
  const inFlight = new Set<Promise<void>>();

  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const anybody = () => makePerson(1 + Math.floor(random() * counts.people));
  const left = (act: Act): boolean => counts[act] < (limits[act] ?? ACTS[act].most);
  const note = ({ status }: { status: number }): void => {
    if (status >= 400) counts.refused += 1;
  };

  /** Counted at the start, so that parallel actions keep the limit. */
  const acts: Readonly<Record<Act, () => Promise<void>>> = {
    async people() {
      const { paymentMethod: _, ...user } = makePerson(counts.people);
      note(await platform.createUser(user));
    },
    async clicks() {
      const person = anybody();
      const address = addressOfVisit(numberOfPerson(person.uid), random());
      await followTrackingLink(productUrl, pick(offerIds), person, { address });
    },
    async withdrawals() {
      const { uid, paymentMethod } = anybody();
      const coins = (await platform.balance(uid)) ?? 0;
      if (coins < LEAST_WITHDRAWAL) {
        counts.withdrawals -= 1;
        return;
      }
      const wanted = Math.min(coins, MOST_WITHDRAWAL, LEAST_WITHDRAWAL + Math.floor(random() * coins));
      note(await platform.requestWithdrawal({ uid, coins: wanted, paymentMethod }));
    },
    async claims() {
      note(await platform.claimOffer({ uid: anybody().uid, offerId: pick(offerIds) }));
    },
    async problems() {
      note(await platform.reportProblem(anybody().uid, pick(COMPLAINTS)));
    },
  };

  function nextAct(): Act | undefined {
    let chance = random() * SHARES;
    const chosen = ACT_NAMES.find((act) => (chance -= ACTS[act].share) < 0);
    if (chosen !== undefined && left(chosen)) return chosen;
    return ACT_NAMES.find(left);
  }

  const timer = setInterval(() => {
    const act = offerIds.length === 0 ? undefined : nextAct();
    if (act === undefined) return;
    counts[act] += 1;
    const work = acts[act]().catch(() => {
      counts.failures += 1;
    });
    inFlight.add(work);
    void work.finally(() => inFlight.delete(work));
  }, 1_000 / actsPerSecond);

  return {
    counts: () => ({ ...counts }),
    async stop() {
      clearInterval(timer);
      await Promise.allSettled(inFlight);
    },
  };
}

/**
 * Follows the tracking link and, like a browser, its redirect to the advertiser.
 * @param options.address the user's IP address, as a proxy would forward it
 * @returns the click's id
 */
export async function followTrackingLink(
  productUrl: string,
  offerId: string,
  person: { readonly uid: string; readonly paymentMethod: { readonly type: string; readonly upiId?: string } },
  { land = true, address }: { readonly land?: boolean; readonly address: string },
): Promise<string | undefined> {
  const upi = person.paymentMethod.upiId;
  const query = new URLSearchParams({ uid: person.uid, ...(upi === undefined ? {} : { p1: upi }), p2: 'sandbox' });
  const headers = {
    'x-forwarded-for': address,
    'user-agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
  };
  const response = await fetch(`${productUrl}${trackingPath(offerId)}?${query.toString()}`, {
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  const location = response.headers.get('location');
  if (response.status !== 302 || location === null)
    throw new Error(`The tracking link of ${offerId} answered ${response.status}.`);
  if (land) await (await fetch(location, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })).body?.cancel();
  return new URL(location).searchParams.get('click_id') ?? undefined;
}
