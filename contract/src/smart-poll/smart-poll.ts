import * as z from '#schema';

/** The numbers of document 001 §9, and our own where it has none. */
export const SMART_POLL = {
  /** Defaults of SMART_POLL_EVERY_S and SMART_POLL_MIN_AGE_S. */
  everyS: 120,
  minAgeS: 180,
  /** From the request to the last byte of the answer. */
  timeoutMs: 10_000,
  clicksPerRun: 50,
  /** Older clicks are not polled. */
  maxClickAgeDays: 90,
  /** Days that the history is kept. */
  keptDays: 30,
  /** Longer answers are not read. */
  maxAnswerBytes: 64 * 1024,
  /** Stored characters of an answer. */
  shownAnswerLength: 2_048,
  maxEventsPerAnswer: 50,
  maxEventNameLength: 200,
} as const;

/** Interval at which the screen reads the cron status (document 001 §9). */
export const CRON_STATUS_REFRESH_MS = 30_000;

/**
 * Result of polling one click. `failed`: no usable answer. The click is polled again in its
 * next turn.
 */
export const POLL_OUTCOMES = {
  recovered: { failed: false, text: 'A missed event was recorded and credited.' },
  contradicted: {
    failed: false,
    text: 'The network does not approve an event that it approved before. An admin decides.',
  },
  recorded_unpaid: { failed: false, text: 'A missed event was recorded. The offer’s rules do not allow a payment.' },
  nothing_new: { failed: false, text: 'The network reported no event that was missing.' },
  event_unknown: { failed: false, text: 'The network reported events that the offer does not have.' },
  malformed: { failed: true, text: 'The response has none of the accepted formats.' },
  too_large: { failed: true, text: 'The response is longer than 64 KiB, so it was not read.' },
  http_error: { failed: true, text: 'The status URL returned an HTTP error.' },
  timeout: { failed: true, text: 'The status URL did not respond completely within 10 seconds.' },
  connection_failed: { failed: true, text: 'The connection to the status URL failed.' },
  blocked_address: { failed: true, text: 'The status URL leads to an IP address that is not allowed.' },
  bad_url: { failed: true, text: 'The status URL is invalid.' },
  not_stored: { failed: true, text: 'The response could not be stored.' },
} as const satisfies Record<string, { failed: boolean; text: string }>;

export type PollOutcome = keyof typeof POLL_OUTCOMES;
const OUTCOME_NAMES = Object.keys(POLL_OUTCOMES) as [PollOutcome, ...PollOutcome[]];

/** The trigger of a run: clock, Run Smart Poll Now, Force Smart Poll, external cron endpoint. */
export const RUN_KINDS = ['schedule', 'manual', 'force', 'cron'] as const;
export type SmartPollRunKind = (typeof RUN_KINDS)[number];

/** `interrupted`: its server stopped during the run. The next run first polls the clicks that are left. */
const RUN_STATUSES = ['running', 'completed', 'failed', 'interrupted'] as const;
export type SmartPollRunStatus = (typeof RUN_STATUSES)[number];

/** The sums of one run. */
export const smartPollRun = z.object({
  _id: z.string(),
  kind: z.enum(RUN_KINDS),
  status: z.enum(RUN_STATUSES),
  startedAt: z.iso.datetime(),
  /** Null while the run is active. */
  finishedAt: z.nullable(z.iso.datetime()),
  /** The administrator, `Schedule` or `External cron`. */
  startedBy: z.string(),
  /** Clicks that the run took from the queue. */
  clicks: z.int(),
  /** Clicks polled and recorded. */
  asked: z.int(),
  /** Clicks without a usable answer. */
  failed: z.int(),
  /** Events in the answers, including known ones. */
  events: z.int(),
  /** Events that were missing and are credited now. */
  recovered: z.int(),
  /** Coins credited to users. */
  coins: z.int(),
  /** The error, if any. */
  message: z.nullable(z.string()),
});
export type SmartPollRun = z.infer<typeof smartPollRun>;

/** An event in an answer, and its result. */
const polledEvent = z.object({
  name: z.string(),
  occurredAt: z.nullable(z.string()),
  /** A reason code as for postbacks: accepted, duplicate, over_cap, event_unknown… */
  verdict: z.string(),
  conversionId: z.nullable(z.string()),
  coins: z.int(),
});
export type PolledEvent = z.infer<typeof polledEvent>;

/** One polled click: the call, its answer and the result. */
export const smartPoll = z.object({
  _id: z.string(),
  runId: z.string(),
  clickId: z.string(),
  offerId: z.string(),
  offerTitle: z.string(),
  askedAt: z.iso.datetime(),
  /** The called URL. A password in it is masked. */
  url: z.string(),
  /** Null without an answer. */
  httpStatus: z.nullable(z.int()),
  ms: z.int(),
  outcome: z.enum(OUTCOME_NAMES),
  detail: z.nullable(z.string()),
  /** The beginning of the answer, unchanged. */
  answer: z.nullable(z.string()),
  events: z.array(polledEvent),
});
export type SmartPoll = z.infer<typeof smartPoll>;
