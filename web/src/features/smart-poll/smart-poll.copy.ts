import type { PollOutcome, SmartPollRun, SmartPollRunKind, SmartPollRunStatus } from '@muneem/contract/smart-poll';

/** The texts of the Smart Poll Manager. Texts of document 001 are word for word. */
export const copy = {
  lead: 'Checks clicks with a pending event on the networks’ status URLs. This recovers rewards when a postback is lost.',
  actions: {
    run: 'Run Smart Poll Now',
    force: 'Force Smart Poll',
    forceHint: 'Also checks clicks that are younger than the minimum age',
    refresh: 'Refresh Status',
    test: 'Test External Endpoint',
    testHint: 'Opens the external cron endpoint in a new tab, with a key that expires in five minutes',
    testOff: 'The endpoint is off: set CRON_KEY to turn it on',
  },
  failed: { run: 'Smart poll failed', force: 'Force smart poll failed', network: 'Network error' },
  outcome: { open: 'View run', done: 'Smart poll completed' },
  progress: {
    label: 'Smart poll running',
    taking: 'Finding clicks with a pending event',
    asking: 'Checking the networks',
  },
  cron: {
    label: 'Cron status',
    status: 'Status',
    running: 'Running',
    idle: 'Idle',
    progress: (asked: string, clicks: string) => `${asked} of ${clicks} checked`,
    everyServer: 'one run at a time, on any server',
    runCount: 'Run Count',
    runCountCaption: 'since installation',
    errorCount: 'Error Count',
    errorCountCaption: 'runs with errors',
    lastRun: 'Last Run',
    never: 'Never',
    nextRun: 'Next Run',
    every: (interval: string) => `every ${interval}`,
    queued: 'Clicks in the Queue',
    queuedCaption: (offers: string) => `of ${offers} with a status URL`,
    failed: 'Failed to load the cron status: {message}',
    stale: 'The status could not be refreshed. Last known status:',
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
    timeout: 'Timeout of each call',
    most: 'Clicks in one run',
    mostValue: (count: string) => `at most ${count}, oldest first`,
    offers: 'Offers with a status URL',
    noOffers: 'None. Add a Status URL to an active offer under Technical Configuration.',
    endpoint: 'External endpoint',
    endpointOff: 'off (CRON_KEY is not set)',
  },
  mapping: {
    title: 'Event Mapping',
    event: 'Event',
    share: 'Share of the offer’s coins',
    other: 'any other event',
    note: 'The share applies if an event has no payout of its own. Event names are not case-sensitive.',
    answers: 'Accepted responses',
  },
  history: {
    title: 'Run History',
    search: 'Find runs by click ID',
    show: 'Show',
    filters: { all: 'All runs', asked: 'Checked clicks', recovered: 'Recovered events', failed: 'With errors' },
    columns: {
      started: 'Started',
      kind: 'Started by',
      status: 'Status',
      asked: 'Clicks checked',
      recovered: 'Recovered',
      coins: 'Coins',
      failed: 'Failed calls',
      took: 'Duration',
    },
    empty: 'No runs yet',
    emptyText: 'The smart poll runs automatically. Press Run Smart Poll Now to start a run.',
    noMatch: 'No matching runs found',
    failed: 'Failed to load the runs: {message}',
  },
  run: {
    title: 'Smart Poll Run',
    failed: 'Failed to load the run: {message}',
    missing: 'Run not found. It may have been deleted.',
    facts: {
      id: 'Run ID',
      kind: 'Started by',
      started: 'Started',
      finished: 'Finished',
      asked: 'Clicks checked',
      events: 'Events reported',
      recovered: 'Recovered',
      coins: 'Coins credited',
    },
    polls: 'Checked clicks',
    nothing: 'No click had a pending event.',
    waiting: 'Waiting for responses.',
    call: 'Request and response',
    url: 'URL',
    answer: 'Response',
    noAnswer: 'No response.',
    http: (status: string) => `HTTP ${status}`,
    event: (name: string, verdict: string) => `${name}: ${verdict}`,
    credited: (coins: string) => `${coins} credited`,
    at: (time: string) => `reported for ${time}`,
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
  malformed: 'Malformed response',
  too_large: 'Response too long',
  http_error: 'HTTP error',
  timeout: 'Timed out',
  connection_failed: 'Connection failed',
  blocked_address: 'Address blocked',
  bad_url: 'Bad URL',
  not_stored: 'Not stored',
} as const satisfies Record<PollOutcome, string>;

/** The verdict on an event in a response. */
export const VERDICT_LABELS: Readonly<Record<string, string>> = {
  accepted: 'recovered',
  duplicate: 'already recorded',
  over_cap: 'over the daily cap',
  ip_blocked: 'IP address already rewarded or unknown',
  offer_inactive: 'offer not active',
  event_unknown: 'the offer has no such event',
};

/** Formats the trigger of a run, with the admin who started it. */
export const triggerText = ({ kind, startedBy }: Pick<SmartPollRun, 'kind' | 'startedBy'>): string =>
  kind === 'schedule' || kind === 'cron' ? KIND_LABELS[kind] : `${KIND_LABELS[kind]}, ${startedBy}`;
