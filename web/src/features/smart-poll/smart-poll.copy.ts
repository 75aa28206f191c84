import type { PollOutcome, SmartPollRun, SmartPollRunKind, SmartPollRunStatus } from '@muneem/contract/smart-poll';

/** The words of the Smart Poll Manager; those of document 001 as they stand there. */
export const copy = {
  lead: 'Asks the networks’ status URLs about clicks with a pending event, so that no reward is lost with a postback.',
  actions: {
    run: 'Run Smart Poll Now',
    running: 'Running...',
    force: 'Force Smart Poll',
    forceHint: 'Also asks about clicks that are younger than the minimum age',
    refresh: 'Refresh Status',
    test: 'Test External Endpoint',
    testHint: 'Opens the external cron endpoint in a new tab, with a key that holds for five minutes',
    testOff: 'The endpoint is off: set CRON_KEY to turn it on',
  },
  failed: { run: 'Smart poll failed', force: 'Force smart poll failed', network: 'Network error' },
  outcome: { label: 'Last action', open: 'View run', done: 'Smart poll completed' },
  progress: {
    label: 'Smart poll running',
    taking: 'Looking for clicks with a pending event',
    asking: 'Asking the networks',
  },
  cron: {
    label: 'Cron status',
    status: 'Status',
    running: 'Running',
    idle: 'Idle',
    progress: (asked: string, clicks: string) => `${asked} of ${clicks} asked`,
    everyServer: 'one run at a time, on any server',
    runCount: 'Run Count',
    runCountCaption: 'since the beginning',
    errorCount: 'Error Count',
    errorCountCaption: 'runs in which something went wrong',
    lastRun: 'Last Run',
    never: 'Never',
    nextRun: 'Next Run',
    every: (interval: string) => `every ${interval}`,
    queued: 'Clicks in the Queue',
    queuedCaption: (offers: string) => `of ${offers} with a status URL`,
    loadFailed: 'Failed to load the cron status: {message}',
    stale: 'The status could not be refreshed; this is how it was:',
  },
  server: {
    title: 'Server Status',
    time: 'Server time',
    local: 'Local time',
    uptime: 'Uptime',
    platform: 'Platform',
    node: 'Node.js',
  },
  lastError: { title: 'Last Error', none: 'No errors so far.', show: 'Show runs with errors' },
  configuration: {
    title: 'Configuration',
    every: 'Runs automatically',
    age: 'Clicks with pending events at least',
    ageValue: (age: string) => `${age} old`,
    timeout: 'Time-out of each call',
    most: 'Clicks in one run',
    mostValue: (count: string) => `at most ${count}, oldest first`,
    offers: 'Offers that can be asked about',
    noOffers: 'None: give an active offer a Status URL under Technical Configuration.',
    endpoint: 'External endpoint',
    endpointOff: 'off (CRON_KEY is not set)',
  },
  mapping: {
    title: 'Event Mapping',
    event: 'Event',
    share: 'Share of the offer’s coins',
    other: 'any other event',
    note: 'The share counts where an event has no payout of its own. Names are matched without regard to case.',
    answers: 'Accepted answers',
  },
  history: {
    title: 'Run History',
    search: 'Find runs by click ID',
    show: 'Show',
    filters: { all: 'All runs', asked: 'Asked something', recovered: 'Recovered something', failed: 'With errors' },
    columns: {
      started: 'Started',
      kind: 'Set off by',
      status: 'Status',
      asked: 'Clicks asked',
      recovered: 'Recovered',
      coins: 'Coins',
      failed: 'Failed calls',
      took: 'Took',
    },
    empty: 'No runs yet',
    emptyText: 'The smart poll runs by itself. Run Smart Poll Now shows at once what it finds.',
    noMatch: 'No matching runs found',
    loadFailed: 'Failed to load the runs: {message}',
  },
  run: {
    title: 'Smart Poll Run',
    loadFailed: 'Failed to load the run: {message}',
    missing: 'This run does not exist, or was forgotten since. Check the link that led here.',
    close: 'Close',
    facts: {
      id: 'Run ID',
      kind: 'Set off by',
      started: 'Started',
      finished: 'Finished',
      asked: 'Clicks asked',
      events: 'Events named',
      recovered: 'Recovered',
      coins: 'Coins credited',
    },
    polls: 'What it asked and found',
    nothing: 'No click had a pending event to ask about.',
    waiting: 'No answer has come yet.',
    noEvents: 'no events',
    call: 'Call and answer',
    url: 'Asked',
    answer: 'Answer',
    noAnswer: 'No answer came.',
    http: (status: string) => `HTTP ${status}`,
    event: (name: string, verdict: string) => `${name}: ${verdict}`,
    credited: (coins: string) => `${coins} credited`,
    at: (time: string) => `said to have happened ${time}`,
  },
} as const;

const KIND_LABELS = {
  schedule: 'Schedule',
  manual: 'Run now',
  force: 'Force',
  cron: 'External cron',
} as const satisfies Record<SmartPollRunKind, string>;

export const STATUS_LABELS = {
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  interrupted: 'Interrupted',
} as const satisfies Record<SmartPollRunStatus, string>;

export const OUTCOME_LABELS = {
  recovered: 'Recovered',
  recorded_unpaid: 'Recorded, not paid',
  nothing_new: 'Nothing new',
  event_unknown: 'Unknown event',
  malformed: 'Malformed answer',
  too_large: 'Answer too long',
  http_error: 'HTTP error',
  timeout: 'Timed out',
  connection_failed: 'Not reached',
  blocked_address: 'Address blocked',
  bad_url: 'Bad URL',
  not_stored: 'Not stored',
} as const satisfies Record<PollOutcome, string>;

/** What became of an event that an answer named. */
export const VERDICT_LABELS: Readonly<Record<string, string>> = {
  accepted: 'recovered',
  duplicate: 'recorded before',
  over_cap: 'over the daily cap',
  ip_blocked: 'address rewarded before or not known',
  offer_inactive: 'offer not active',
  event_unknown: 'the offer has no such event',
};

/** What set a run off, and who where it was a person. */
export const setOffBy = ({ kind, startedBy }: Pick<SmartPollRun, 'kind' | 'startedBy'>): string =>
  kind === 'schedule' || kind === 'cron' ? KIND_LABELS[kind] : `${KIND_LABELS[kind]}, ${startedBy}`;
