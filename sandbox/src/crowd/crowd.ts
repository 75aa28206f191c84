import type { PlatformClient } from '../product/index.ts';
import { makePerson } from './people.ts';

const LEAST_WITHDRAWAL = 50;
const MOST_WITHDRAWAL = 500;
const TIMEOUT_MS = 15_000;

export interface CrowdOptions {
  readonly productUrl: string;
  readonly platform: PlatformClient;
  /** The offers whose links are followed. */
  readonly offerIds: readonly string[];
  /** People 1 … n are there already. */
  readonly people: number;
  /** What the crowd does in a second, all together. */
  readonly actionsPerSecond?: number;
  readonly limits?: { readonly people: number; readonly clicks: number; readonly withdrawals: number };
  readonly random?: () => number;
}

export interface Crowd {
  counts(): Readonly<{ people: number; clicks: number; withdrawals: number; refused: number; failures: number }>;
  stop(): Promise<void>;
}

/** People who join, follow links and ask for their money, at a steady pace, until they are many enough. */
export function startCrowd(options: CrowdOptions): Crowd {
  const { productUrl, platform, offerIds, actionsPerSecond = 2, random = Math.random } = options;
  const limits = options.limits ?? { people: 3_000, clicks: 20_000, withdrawals: 500 };
  const counts = { people: options.people, clicks: 0, withdrawals: 0, refused: 0, failures: 0 };
  const inFlight = new Set<Promise<void>>();
  let asking = 0;

  const anybody = () => makePerson(1 + Math.floor(random() * counts.people));

  async function join(): Promise<void> {
    counts.people += 1;
    const { paymentMethod: _, ...user } = makePerson(counts.people);
    const { status } = await platform.createUser(user);
    if (status >= 400) counts.refused += 1;
  }

  async function followLink(): Promise<void> {
    const person = anybody();
    const offerId = offerIds[Math.floor(random() * offerIds.length)];
    if (offerId === undefined || counts.clicks >= limits.clicks) return;
    counts.clicks += 1;
    await followTrackingLink(productUrl, offerId, person);
  }

  async function askForMoney(): Promise<void> {
    asking += 1;
    try {
      await askAs(anybody());
    } finally {
      asking -= 1;
    }
  }

  async function askAs(person: ReturnType<typeof makePerson>): Promise<void> {
    const coins = (await platform.balance(person.uid)) ?? 0;
    if (coins < LEAST_WITHDRAWAL) return followLink();
    const wanted = Math.min(coins, MOST_WITHDRAWAL, LEAST_WITHDRAWAL + Math.floor(random() * coins));
    const { status } = await platform.requestWithdrawal({
      uid: person.uid,
      coins: wanted,
      paymentMethod: person.paymentMethod,
    });
    if (status >= 400) counts.refused += 1;
    else counts.withdrawals += 1;
  }

  function nextAction(): (() => Promise<void>) | undefined {
    const chance = random();
    if (chance < 0.15 && counts.people < limits.people) return join;
    if (chance < 0.25 && counts.withdrawals + asking < limits.withdrawals) return askForMoney;
    return counts.clicks < limits.clicks ? followLink : undefined;
  }

  const timer = setInterval(() => {
    const work = nextAction()?.().catch(() => {
      counts.failures += 1;
    });
    if (work === undefined) return;
    inFlight.add(work);
    void work.finally(() => inFlight.delete(work));
  }, 1_000 / actionsPerSecond);

  return {
    counts: () => ({ ...counts }),
    async stop() {
      clearInterval(timer);
      await Promise.allSettled(inFlight);
    },
  };
}

/** Follows the tracking link and, like a browser, the redirect to the advertiser. @returns the click's id. */
export async function followTrackingLink(
  productUrl: string,
  offerId: string,
  person: { readonly uid: string; readonly paymentMethod: { readonly type: string; readonly upiId?: string } },
  { land = true } = {},
): Promise<string | undefined> {
  const upi = person.paymentMethod.upiId;
  const query = new URLSearchParams({ uid: person.uid, ...(upi === undefined ? {} : { p1: upi }), p2: 'sandbox' });
  const headers = {
    'user-agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
  };
  const response = await fetch(`${productUrl}/track/${encodeURIComponent(offerId)}?${query.toString()}`, {
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
