import { ApiError } from '@muneem/contract/http';
import { markClickPaid } from '@muneem/contract/manual-payments';
import { verifyOfferClaim } from '@muneem/contract/offer-claims';
import { respondToProblem } from '@muneem/contract/problems';
import { cronSmartPoll } from '@muneem/contract/smart-poll';
import { verifyWithdrawal } from '@muneem/contract/withdrawals';
import type { AdNetwork } from '../ad-network/index.ts';
import { AD_NETWORK_ADDRESS, addressOfVisit, COMPLAINTS, followTrackingLink, makePerson } from '../crowd/index.ts';
import type { AdminSession, PlatformClient } from '../product/index.ts';
import type { HistoryAct } from './plan-history.ts';
import type { PreparedOffer } from './prepare-offers.ts';

const LEAST_WITHDRAWAL = 50;
const MOST_WITHDRAWAL = 500;
const SHARE_WITHDRAWN = 0.8;
const WITHDRAWAL_REASON = 'The name on the account is another one.';
const CLAIM_REASON = 'The screenshot shows another account.';
const ANSWERS = {
  in_progress: 'We are looking into it and will write again.',
  resolved: 'This is settled now. Thank you for your patience.',
  closed: 'We asked for a screenshot and did not hear from you. Write again at any time.',
} as const;

export interface HistoryWorld {
  readonly productUrl: string;
  readonly platform: PlatformClient;
  readonly admin: AdminSession;
  readonly network: Pick<AdNetwork, 'remember'>;
  readonly cronKey: string;
  readonly offers: readonly PreparedOffer[];
}

/** The ids that one user's actions have created so far. */
interface Traces {
  readonly visits: Map<number, { readonly clickId: string; readonly offer: PreparedOffer }>;
  withdrawalId?: string | undefined;
  claimId?: string | undefined;
  problemId?: string | undefined;
}

/** Carries out actions one by one. Remembers the click, withdrawal, claim and problem of each user. */
export function createHistoryActor(world: HistoryWorld): (act: HistoryAct) => Promise<void> {
  const people = new Map<number, Traces>();
  return (act) => {
    const traces = people.get(act.person) ?? { visits: new Map() };
    people.set(act.person, traces);
    return (ACTS[act.kind] as (act: HistoryAct, world: HistoryWorld, traces: Traces) => Promise<void>)(
      act,
      world,
      traces,
    );
  };
}

type Act<Kind extends HistoryAct['kind']> = Extract<HistoryAct, { kind: Kind }>;
type Acts = {
  readonly [Kind in HistoryAct['kind']]: (act: Act<Kind>, world: HistoryWorld, traces: Traces) => Promise<void>;
};

const ACTS: Acts = {
  async smart_poll(_act, { productUrl, cronKey }) {
    const response = await fetch(`${productUrl}${cronSmartPoll.path}?key=${cronKey}`);
    await response.body?.cancel();
  },
  async join(act, { platform }) {
    const { paymentMethod: _, ...user } = makePerson(act.person);
    await platform.createUser(user);
  },
  async click(act, { productUrl, offers }, traces) {
    const named = offers.find(({ campaign }) => campaign.id === act.offer);
    const offer = named ?? offers[(act.person + act.visit) % offers.length]!;
    const visit = { land: false, address: addressOfVisit(act.person, Math.random()) };
    const clickId = await followTrackingLink(productUrl, offer.offerId, makePerson(act.person), visit);
    if (clickId !== undefined) traces.visits.set(act.visit, { clickId, offer });
  },
  async event(act, { network }, traces) {
    const event = eventOf(act, traces);
    if (event === undefined) return;
    network.remember(event.clickId, event.name, new Date(act.at));
    // The smart poll finds the event of a lost postback.
    if (act.report === 'lost') return;
    if (act.report === 'wrong_token')
      await event.send((url) => url.searchParams.set('token', 'a-guessed-token-of-a-stranger-0000'));
    if (act.report === 'unknown_event')
      await event.send((url) => (url.pathname = url.pathname.replace(/[^/]*$/, 'level10')));
    await event.send();
    if (act.report === 'twice') await event.send();
  },
  async take_back(act, _world, traces) {
    await eventOf(act, traces)?.send((url) => url.searchParams.set('status', 'chargeback'));
  },
  async contradict(act, _world, traces) {
    await eventOf(act, traces)?.send((url) => url.searchParams.set('status', 'on_hold'));
  },
  async pay_by_hand(act, { admin }, { visits }) {
    const clickId = visits.get(act.visit)?.clickId;
    // Another click of the user may be rewarded.
    if (clickId !== undefined) await unlessInConflict(admin.call(markClickPaid, { body: { clickId } }));
  },
  async withdraw({ person }, { platform }, traces) {
    const { uid, paymentMethod } = makePerson(person);
    const coins = Math.min(Math.floor(((await platform.balance(uid)) ?? 0) * SHARE_WITHDRAWN), MOST_WITHDRAWAL);
    if (coins < LEAST_WITHDRAWAL) return;
    const { body } = await platform.requestWithdrawal({ uid, coins, paymentMethod });
    traces.withdrawalId = idIn(body['withdrawal'], 'withdrawalId');
  },
  async decide_withdrawal({ person, approved }, { admin }, { withdrawalId: id }) {
    const reason = approved ? {} : { adminReason: WITHDRAWAL_REASON };
    const body = { userId: makePerson(person).uid, verifiedBy: 'Admin', approved, ...reason };
    if (id !== undefined) await unlessInConflict(admin.call(verifyWithdrawal, { params: { id }, body }));
  },
  async claim({ person, visit }, { platform }, traces) {
    const offerId = traces.visits.get(visit)?.offer.offerId;
    if (offerId === undefined) return;
    const { body } = await platform.claimOffer({ uid: makePerson(person).uid, offerId });
    traces.claimId = idIn(body['claim'], 'claimId');
  },
  async decide_claim({ approved }, { admin }, { claimId: id }) {
    const body = { approved, ...(approved ? {} : { reason: CLAIM_REASON }) };
    if (id === undefined) return;
    // If the user's clicks have earned the coins meanwhile, the claim cannot be approved. It stays pending in the demo.
    await unlessInConflict(admin.call(verifyOfferClaim, { params: { id }, body }));
  },
  async complain({ person }, { platform }, traces) {
    const { body } = await platform.reportProblem(makePerson(person).uid, COMPLAINTS[person % COMPLAINTS.length]!);
    traces.problemId = idIn(body['problem'], 'id');
  },
  async answer({ person, status }, { admin }, { problemId: id }) {
    if (id === undefined) return;
    const params = { userId: makePerson(person).uid, id };
    await admin.call(respondToProblem, { params, body: { status, adminResponse: ANSWERS[status] } });
  },
};

/** Ignores 409, if an earlier act has changed the record, and 202, if a second person must confirm. */
const unlessInConflict = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) => {
    if (!(error instanceof ApiError) || ![202, 409].includes(error.status)) throw error;
  });

/** Returns an event of a user's click and the network's postback URL for it. */
function eventOf(act: Act<'event' | 'take_back' | 'contradict'>, { visits }: Traces) {
  const visit = visits.get(act.visit);
  const event = visit?.offer.campaign.events[act.event];
  if (visit === undefined || event === undefined) return undefined;
  const { clickId } = visit;
  return {
    clickId,
    name: event.name,
    async send(change: (url: URL) => void = () => undefined): Promise<void> {
      const url = new URL(event.postbackUrl.replaceAll(/\{click_id\}|%7Bclick_id%7D/gi, clickId));
      change(url);
      const response = await fetch(url, { headers: { 'x-forwarded-for': AD_NETWORK_ADDRESS } });
      await response.body?.cancel();
    },
  };
}

export const idIn = (record: unknown, name: string): string | undefined => {
  const id = (record as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof id === 'string' ? id : undefined;
};
