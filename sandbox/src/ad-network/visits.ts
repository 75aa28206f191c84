import { setTimeout as wait } from 'node:timers/promises';

const KEPT_CLICKS = 20_000;

/** A network's copy of an offer: the postback URL of each event, in the usual order. */
export interface Campaign {
  readonly id: string;
  readonly title: string;
  readonly events: readonly {
    readonly name: string;
    /** The postback URL from System URLs. The network fills in `{click_id}`. */
    readonly postbackUrl: string;
    /** From 0 to 1: the share of people who continue from the previous event to this one. */
    readonly share: number;
  }[];
}

export interface Behaviour {
  /** The delay between click and first event, and between two events. */
  readonly delayMs: readonly [min: number, max: number];
  /** Share of postbacks that are sent twice, from 0 to 1. */
  readonly duplicates: number;
  readonly wrongTokens: number;
  /** Share of lost postbacks. The status URL lists their events. */
  readonly dropped: number;
  /** Share of events that the network reverses later. */
  readonly reversed?: number;
  /** Share of events that the network puts on hold after it approved them. */
  readonly contradicted?: number;
  /** Share of postbacks with an event name that the offer does not have. */
  readonly unknownEvents?: number;
}

const REVERSED_AFTER_MS = [5_000, 30_000] as const;

export const DEFAULT_BEHAVIOUR: Behaviour = {
  delayMs: [800, 6_000],
  duplicates: 0.08,
  wrongTokens: 0.02,
  dropped: 0.1,
};

interface HappenedEvent {
  readonly name: string;
  readonly occurredAt: string;
}

interface VisitsDependencies {
  readonly behaviour: Behaviour;
  readonly random: () => number;
  readonly report: (url: string) => Promise<void>;
  readonly onDropped: () => void;
}

/** Simulates the people behind the clicks: which events they complete, and which postbacks the network sends. */
export function createVisits({ behaviour, random, report, onDropped }: VisitsDependencies) {
  const happened = new Map<string, HappenedEvent[]>();
  const closing = new AbortController();
  const later = (ms: number, work: () => void): void =>
    void wait(ms, undefined, { signal: closing.signal }).then(work, () => undefined);
  const between = ([min, max]: readonly [number, number]): number => min + random() * (max - min);

  function openEvents(clickId: string): HappenedEvent[] {
    const known = happened.get(clickId);
    if (known) return known;
    const events: HappenedEvent[] = [];
    happened.set(clickId, events);
    if (happened.size > KEPT_CLICKS) happened.delete(happened.keys().next().value!);
    return events;
  }

  function complete(url: string): void {
    if (random() < behaviour.wrongTokens) void report(withParam(url, 'token', 'a-guessed-token-of-a-stranger'));
    void report(url);
    if (random() < behaviour.duplicates) later(between([0, 1_500]), () => void report(url));
    const { reversed = 0, contradicted = 0, unknownEvents = 0 } = behaviour;
    if (reversed > 0 && random() < reversed)
      later(between(REVERSED_AFTER_MS), () => void report(withParam(url, 'status', 'chargeback')));
    if (contradicted > 0 && random() < contradicted)
      later(between(REVERSED_AFTER_MS), () => void report(withParam(url, 'status', 'on_hold')));
    if (unknownEvents > 0 && random() < unknownEvents) void report(url.replace(/[^/?]*(?=\?|$)/, 'level10'));
  }

  /** Records an event without a postback. */
  const remember = (clickId: string, name: string, at = new Date()): void =>
    void openEvents(clickId).push({ name, occurredAt: at.toISOString() });

  return {
    /** Starts a person's visit once. Its events follow after delays. */
    begin(campaign: Campaign, clickId: string): void {
      if (happened.has(clickId)) return;
      openEvents(clickId);
      let delay = 0;
      for (const event of campaign.events) {
        if (random() >= event.share) return;
        delay += between(behaviour.delayMs);
        const url = event.postbackUrl.replaceAll(/\{click_id\}|%7Bclick_id%7D/gi, encodeURIComponent(clickId));
        const isDropped = random() < behaviour.dropped;
        later(delay, () => {
          remember(clickId, event.name);
          if (isDropped) onDropped();
          else complete(url);
        });
      }
    },
    remember,
    eventsOf: (clickId: string): readonly HappenedEvent[] => happened.get(clickId) ?? [],
    stop: () => closing.abort(),
  };
}

function withParam(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.toString();
}
