import { verifySession } from '@muneem/contract/auth';
import { ApiError } from '@muneem/contract/http';
import { markClickPaid } from '@muneem/contract/manual-payments';
import { verifyOfferClaim } from '@muneem/contract/offer-claims';
import { respondToProblem } from '@muneem/contract/problems';
import { cronSmartPoll } from '@muneem/contract/smart-poll';
import { verifyWithdrawal } from '@muneem/contract/withdrawals';
import type { AdNetwork } from '../ad-network/index.ts';
import { AD_NETWORK_ADDRESS, addressOfVisit, COMPLAINTS, followTrackingLink, makePerson } from '../crowd/index.ts';
import type { AdminSession, PlatformClient } from '../product/index.ts';
import { planHistory, type HistoryAct } from './plan-history.ts';
import type { PreparedOffer } from './prepare-offers.ts';
import type { WorldClock } from './world-clock.ts';

const AT_ONCE = 20;
/** What lies no further apart is done side by side, at one time. */
const MOMENT_MS = 10 * 60_000;
/** Days may pass without a decision of the administrator: a session that nobody uses would end. */
const SESSION_USED_EVERY_MS = 86_400_000;
const LEAST_WITHDRAWAL = 50;
const MOST_WITHDRAWAL = 500;
const WITHDRAWAL_REASON = 'The name on the account is another one.';
const CLAIM_REASON = 'The screenshot shows another account.';
const ANSWERS = {
  in_progress: 'We are looking into it and will write again.',
  resolved: 'This is settled now. Thank you for your patience.',
  closed: 'We asked for a screenshot and did not hear from you. Write again at any time.',
} as const;

export interface HistoryOptions {
  readonly productUrl: string;
  readonly platform: PlatformClient;
  readonly admin: AdminSession;
  readonly network: Pick<AdNetwork, 'remember'>;
  readonly clock: WorldClock;
  readonly cronKey: string;
  readonly offers: readonly PreparedOffer[];
  /** Numbers of the first and the last person. */
  readonly from: number;
  readonly to: number;
  /** People who have joined so far. */
  readonly progress: (done: number) => void;
  readonly random?: () => number;
}

/** What one person has left behind so far. */
interface Traces {
  readonly visits: Map<number, { readonly clickId: string; readonly offer: PreparedOffer }>;
  withdrawalId?: string | undefined;
  claimId?: string | undefined;
  problemId?: string | undefined;
}

/** The month before the demo was opened: people, network and administrator do everything by the product's own ways, at its time. */
export async function makeHistory(options: HistoryOptions): Promise<void> {
  const { productUrl, platform, admin, network, clock, cronKey, offers, from, to, progress } = options;
  const { random = Math.random } = options;
  const people = new Map<number, Traces>();
  let joined = 0;
  let sessionUsedAt = 0;

  const since = clock.now();
  const acts = planHistory({
    offers: offers.map(({ campaign }) => campaign),
    from,
    to,
    since,
    until: new Date(),
    random,
  });
  for (const moment of momentsOf(acts)) {
    const { at } = moment[0]!;
    await clock.moveTo(new Date(at));
    if (at - sessionUsedAt >= SESSION_USED_EVERY_MS) {
      await admin.call(verifySession, {});
      sessionUsedAt = at;
    }
    await Promise.all(moment.map(carryOut));
  }

  async function carryOut(act: HistoryAct): Promise<void> {
    if (act.kind === 'smart_poll') {
      await fetch(`${productUrl}${cronSmartPoll.path}?key=${cronKey}`).then((answer) => answer.body?.cancel());
      return;
    }
    const person = makePerson(act.person);
    const { uid } = person;
    const traces = tracesOf(act.person);
    switch (act.kind) {
      case 'join': {
        const { paymentMethod: _, ...user } = person;
        await platform.createUser(user);
        joined += 1;
        progress(joined);
        return;
      }
      case 'click': {
        const offer = offers[act.offer]!;
        const address = addressOfVisit(act.person, random());
        const clickId = await followTrackingLink(productUrl, offer.offerId, person, {
          land: false,
          address,
        });
        if (clickId !== undefined) traces.visits.set(act.visit, { clickId, offer });
        return;
      }
      case 'event':
      case 'take_back':
        await report(act, traces);
        return;
      case 'pay_by_hand': {
        const clickId = traces.visits.get(act.visit)?.clickId;
        if (clickId !== undefined) await admin.call(markClickPaid, { body: { clickId } });
        return;
      }
      case 'withdraw': {
        const coins = Math.min(Math.floor(((await platform.balance(uid)) ?? 0) * act.share), MOST_WITHDRAWAL);
        if (coins < LEAST_WITHDRAWAL) return;
        const { paymentMethod } = person;
        const { body } = await platform.requestWithdrawal({ uid, coins, paymentMethod });
        traces.withdrawalId = idIn(body['withdrawal'], 'withdrawalId');
        return;
      }
      case 'decide_withdrawal': {
        const id = traces.withdrawalId;
        const reason = act.approved ? {} : { adminReason: WITHDRAWAL_REASON };
        const body = { userId: uid, verifiedBy: 'Admin', approved: act.approved, ...reason };
        if (id !== undefined) await admin.call(verifyWithdrawal, { params: { id }, body });
        return;
      }
      case 'claim': {
        const { body } = await platform.claimOffer({ uid, offerId: offers[act.offer]!.offerId });
        traces.claimId = idIn(body['claim'], 'claimId');
        return;
      }
      case 'decide_claim': {
        const id = traces.claimId;
        const body = { approved: act.approved, ...(act.approved ? {} : { reason: CLAIM_REASON }) };
        if (id === undefined) return;
        // What the person's clicks have earned whole by now cannot be approved: it waits for the person in the demo.
        await admin.call(verifyOfferClaim, { params: { id }, body }).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 409) throw error;
        });
        return;
      }
      case 'complain': {
        const { body } = await platform.reportProblem(uid, COMPLAINTS[act.person % COMPLAINTS.length]!);
        traces.problemId = idIn(body['problem'], 'id');
        return;
      }
      case 'answer': {
        const id = traces.problemId;
        const body = { status: act.status, adminResponse: ANSWERS[act.status] };
        if (id !== undefined) await admin.call(respondToProblem, { params: { userId: uid, id }, body });
      }
    }
  }

  async function report(act: HistoryAct & { kind: 'event' | 'take_back' }, { visits }: Traces): Promise<void> {
    const visit = visits.get(act.visit);
    const event = visit?.offer.campaign.events[act.event];
    if (visit === undefined || event === undefined) return;
    const { clickId } = visit;
    const send = async (change: (url: URL) => void = () => undefined): Promise<void> => {
      const url = new URL(event.postbackUrl.replaceAll(/\{click_id\}|%7Bclick_id%7D/gi, clickId));
      change(url);
      const response = await fetch(url, { headers: { 'x-forwarded-for': AD_NETWORK_ADDRESS } });
      await response.body?.cancel();
    };
    if (act.kind === 'take_back') return send((url) => url.searchParams.set('status', 'chargeback'));
    network.remember(clickId, event.name, new Date(act.at));
    // A postback that got lost then too: the smart poll finds the event.
    if (act.report === 'lost') return;
    if (act.report === 'wrong_token') await send((url) => url.searchParams.set('token', 'somebody-else-guessing-0000'));
    if (act.report === 'unknown_event') await send((url) => (url.pathname = url.pathname.replace(/[^/]*$/, 'level10')));
    await send();
    if (act.report === 'twice') await send();
  }

  function tracesOf(number: number): Traces {
    const known = people.get(number) ?? { visits: new Map() };
    people.set(number, known);
    return known;
  }
}

/** Acts that lie close together; two of one person never do. */
function* momentsOf(acts: readonly HistoryAct[]): Generator<HistoryAct[]> {
  let moment: HistoryAct[] = [];
  for (const act of acts) {
    const isLater = act.at - (moment[0]?.at ?? act.at) >= MOMENT_MS;
    if (isLater || moment.length === AT_ONCE || moment.some(({ person }) => person === act.person)) {
      yield moment;
      moment = [];
    }
    moment.push(act);
  }
  if (moment.length > 0) yield moment;
}

const idIn = (record: unknown, name: string): string | undefined => {
  const id = (record as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof id === 'string' ? id : undefined;
};
