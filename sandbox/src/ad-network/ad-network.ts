import { startSite } from '../web-kit/index.ts';
import { landingPage, overviewPage } from './network-pages.ts';
import { sendPostback, type PostbackOutcome } from './send-postback.ts';
import { createVisits, DEFAULT_BEHAVIOUR, type Behaviour, type Campaign } from './visits.ts';

const KEPT_OUTCOMES = 50;

export type AdNetwork = Awaited<ReturnType<typeof startAdNetwork>>;

interface AdNetworkOptions {
  readonly port?: number;
  readonly behaviour?: Behaviour;
  readonly random?: () => number;
  /** The IP address that its postbacks claim to come from. */
  readonly address?: string;
}

/**
 * Takes the click at `/land/<campaign>` and shows a landing page. Reports events after a delay, by GET or POST: some
 * twice, some with a wrong token, some never. `/status?click_id=` lists the events that really happened.
 */
export async function startAdNetwork(options: AdNetworkOptions = {}) {
  const { port = 0, behaviour = DEFAULT_BEHAVIOUR, random = Math.random, address } = options;
  const campaigns = new Map<string, Campaign>();
  const outcomes: PostbackOutcome[] = [];
  const counts: Record<string, number> = { clicks: 0, postbacks: 0, dropped: 0, status_questions: 0 };
  const count = (name: string): void => void (counts[name] = (counts[name] ?? 0) + 1);

  async function report(url: string): Promise<void> {
    const outcome = await sendPostback(url, { random, from: address });
    count('postbacks');
    count(outcome.verdict);
    outcomes.unshift(outcome);
    outcomes.length = Math.min(outcomes.length, KEPT_OUTCOMES);
  }

  const visits = createVisits({ behaviour, random, report, onDropped: () => count('dropped') });
  const site = await startSite(
    {
      'GET /land/*': ({ rest, query, method }) => {
        const campaign = campaigns.get(rest);
        const clickId = query.get('click_id') ?? '';
        if (method === 'GET') {
          count('clicks');
          if (campaign !== undefined && clickId !== '') visits.begin(campaign, clickId);
        }
        return { html: landingPage(campaign?.title ?? 'An offer', clickId) };
      },
      'GET /status': ({ query }) => {
        count('status_questions');
        return { json: { events: visits.eventsOf(query.get('click_id') ?? '') } };
      },
      'GET /sandbox/counts': () => ({ json: counts }),
      'GET /': () => ({ html: overviewPage(counts, outcomes) }),
    },
    { port },
  );

  return {
    url: site.url,
    port: site.port,
    setCampaigns(wanted: readonly Campaign[]) {
      campaigns.clear();
      for (const campaign of wanted) campaigns.set(campaign.id, campaign);
    },
    trackingUrl: (campaignId: string) =>
      `${site.url}/land/${encodeURIComponent(campaignId)}?click_id={click_id}&sub={p1}`,
    pollUrl: () => `${site.url}/status?click_id={click_id}`,
    remember: visits.remember,
    counts: (): Readonly<Record<string, number>> => counts,
    async close() {
      visits.stop();
      await site.close();
    },
  };
}
