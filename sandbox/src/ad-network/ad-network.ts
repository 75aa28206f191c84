import { html, page, startSite } from '../web-kit/index.ts';
import { sendPostback, type PostbackOutcome } from './send-postback.ts';

const KEPT_CLICKS = 20_000;
const KEPT_OUTCOMES = 50;

/** A network's copy of an offer: the postback URL of each event, in the usual order. */
export interface Campaign {
  readonly id: string;
  readonly title: string;
  readonly events: readonly {
    readonly name: string;
    /** From System URLs, with `{click_id}` for the network to fill. */
    readonly postbackUrl: string;
    /** From 0 to 1: how many of those who did the event before do this one too. */
    readonly share: number;
  }[];
}

export interface Behaviour {
  /** Between click and first event, and between events. */
  readonly delayMs: readonly [min: number, max: number];
  /** From 0 to 1. */
  readonly duplicates: number;
  readonly wrongTokens: number;
  /** Postbacks that get lost: only the status address knows of the event. */
  readonly dropped: number;
  /** Events that the network takes back a little later. */
  readonly reversed?: number;
  /** Events that come under a name of which the offer knows nothing. */
  readonly unknownEvents?: number;
}

const REVERSED_AFTER_MS = [5_000, 30_000] as const;

export const DEFAULT_BEHAVIOUR: Behaviour = {
  delayMs: [800, 6_000],
  duplicates: 0.08,
  wrongTokens: 0.02,
  dropped: 0.1,
};

export interface AdNetwork {
  readonly url: string;
  readonly port: number;
  setCampaigns(campaigns: readonly Campaign[]): void;
  /** The tracking URL of an offer. */
  trackingUrl(campaignId: string): string;
  /** The status URL of an offer. */
  pollUrl(): string;
  /** Something that happened before the network was asked to watch: its status address tells of it from now on. */
  remember(clickId: string, eventName: string, at?: Date): void;
  counts(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/**
 * Takes the click at `/land/<campaign>`, shows a landing page, and reports events back after a while: by GET or POST,
 * some twice, some with a wrong token, some never. `/status?click_id=` tells what really happened.
 */
export async function startAdNetwork({
  port = 0,
  behaviour = DEFAULT_BEHAVIOUR,
  random = Math.random,
  address,
}: {
  port?: number;
  behaviour?: Behaviour;
  random?: () => number;
  /** Where its postbacks say to come from. */
  address?: string;
} = {}): Promise<AdNetwork> {
  const campaigns = new Map<string, Campaign>();
  const happened = new Map<string, { name: string; occurredAt: string }[]>();
  const outcomes: PostbackOutcome[] = [];
  const counts: Record<string, number> = { clicks: 0, postbacks: 0, dropped: 0, status_questions: 0 };
  const timers = new Set<NodeJS.Timeout>();

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  const between = ([min, max]: readonly [number, number]): number => min + random() * (max - min);

  async function report(url: string): Promise<void> {
    const outcome = await sendPostback(url, { random, from: address });
    count('postbacks');
    count(outcome.verdict);
    outcomes.unshift(outcome);
    outcomes.length = Math.min(outcomes.length, KEPT_OUTCOMES);
  }

  const count = (name: string): void => void (counts[name] = (counts[name] ?? 0) + 1);

  function eventsOf(clickId: string): { name: string; occurredAt: string }[] {
    const known = happened.get(clickId);
    if (known) return known;
    const events: { name: string; occurredAt: string }[] = [];
    happened.set(clickId, events);
    if (happened.size > KEPT_CLICKS) happened.delete(happened.keys().next().value!);
    return events;
  }
  const note = (clickId: string, name: string, at = new Date()): void =>
    void eventsOf(clickId).push({ name, occurredAt: at.toISOString() });

  function live(campaign: Campaign, clickId: string): void {
    eventsOf(clickId);
    let delay = 0;
    for (const event of campaign.events) {
      if (random() >= event.share) return;
      delay += between(behaviour.delayMs);
      const url = event.postbackUrl.replaceAll(/\{click_id\}|%7Bclick_id%7D/gi, encodeURIComponent(clickId));
      const isDropped = random() < behaviour.dropped;
      later(delay, () => {
        note(clickId, event.name);
        if (isDropped) return count('dropped');
        if (random() < behaviour.wrongTokens) void report(withWrongToken(url));
        void report(url);
        if (random() < behaviour.duplicates) later(between([0, 1_500]), () => void report(url));
        const { reversed = 0, unknownEvents = 0 } = behaviour;
        if (reversed > 0 && random() < reversed)
          later(between(REVERSED_AFTER_MS), () => void report(withParam(url, 'status', 'chargeback')));
        if (unknownEvents > 0 && random() < unknownEvents) void report(withEvent(url, 'level10'));
      });
    }
  }

  const site = await startSite(
    {
      'GET /land/*': ({ rest, query, method }) => {
        const campaign = campaigns.get(rest);
        const clickId = query.get('click_id') ?? '';
        if (method === 'GET') {
          count('clicks');
          if (campaign !== undefined && clickId !== '' && !happened.has(clickId)) live(campaign, clickId);
        }
        const title = campaign?.title ?? 'An offer';
        return {
          html: page(
            title,
            'This is the advertiser’s page in the sandbox.',
            html`<section class="card">
              <h2>Welcome</h2>
              <p>You have arrived from your rewards app. Do what the offer asks for, and the coins follow.</p>
              <p class="dim">Click ${clickId}</p>
            </section>`,
          ),
        };
      },
      'GET /status': ({ query }) => {
        count('status_questions');
        return { json: { events: happened.get(query.get('click_id') ?? '') ?? [] } };
      },
      'GET /sandbox/counts': () => ({ json: counts }),
      'GET /': () => ({
        html: page(
          'Ad network',
          'Takes the clicks and reports what people did.',
          html`<section class="card">
              <dl class="numbers">
                ${Object.entries(counts).map(
                  ([name, count]) =>
                    html`<div>
                      <dt>${name.replaceAll('_', ' ')}</dt>
                      <dd>${count}</dd>
                    </div>`,
                )}
              </dl>
            </section>
            <section class="card">
              <h2>Newest postbacks</h2>
              <div class="scroll" tabindex="0" role="region" aria-label="Newest postbacks">
                <table>
                  <thead>
                    <tr>
                      <th>Call</th>
                      <th>Status</th>
                      <th>Verdict</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${outcomes.map(
                      (row) =>
                        html`<tr>
                          <td>${row.method} ${row.path}</td>
                          <td>${row.status}</td>
                          <td>${row.verdict.replaceAll('_', ' ')}</td>
                        </tr>`,
                    )}
                  </tbody>
                </table>
              </div>
            </section>`,
          { refreshS: 5 },
        ),
      }),
    },
    { port },
  );

  return {
    url: site.url,
    port: site.port,
    setCampaigns(wanted) {
      campaigns.clear();
      for (const campaign of wanted) campaigns.set(campaign.id, campaign);
    },
    trackingUrl: (campaignId) => `${site.url}/land/${encodeURIComponent(campaignId)}?click_id={click_id}&sub={p1}`,
    pollUrl: () => `${site.url}/status?click_id={click_id}`,
    remember: note,
    counts: () => counts,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await site.close();
    },
  };
}

const withWrongToken = (address: string): string => withParam(address, 'token', 'a-guessed-token-of-a-stranger');

function withParam(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.toString();
}

function withEvent(address: string, event: string): string {
  const url = new URL(address);
  url.pathname = url.pathname.replace(/[^/]*$/, event);
  return url.toString();
}
