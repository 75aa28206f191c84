import { SET_UP_STEPS, type SetUpState, type SetUpStep } from '@muneem/contract/set-up';
import { AppError } from '#platform/app-error/index.ts';
import type { Platform } from '#platform/feature-module/index.ts';
import type { OutboundHttp } from '#platform/outbound-http/index.ts';
import type { Payouts } from '#features/payouts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { readSetUpFacts, type SetUpFacts } from './set-up.repository.ts';

interface SetUpDependencies extends Pick<Platform, 'config' | 'database' | 'mailer' | 'openHttp'> {
  readonly settings: Settings;
  readonly payouts: Pick<Payouts, 'recentBalance'>;
}

export type SetUp = ReturnType<typeof createSetUp>;
type Tests = Partial<Record<SetUpStep, string | null>>;

const ANSWER_WITHIN_MS = 5_000;
const LOOPBACK = /^(localhost|127\.|\[::1\])/;

/** Computes the state of a new installation from what is true. */
export function createSetUp(dependencies: SetUpDependencies) {
  const http = dependencies.openHttp({ keepAlive: false });
  /** The last tests on this server: null if it works. */
  let tests: Tests = {};
  let isComplete = false;
  return {
    /** Returns undefined once every step is done or an admin has dismissed the checklist. Calls no other system. */
    async state(): Promise<SetUpState | undefined> {
      if (isComplete) return undefined;
      const facts = await readSetUpFacts(dependencies.database);
      if (facts.dismissedAt !== null) return undefined;
      const done = {
        ...isSet(dependencies, facts),
        ...(tests.public_address === null ? { public_address: true } : {}),
      };
      const steps = SET_UP_STEPS.map((step) => ({ step, isDone: done[step] && !tests[step] }));
      isComplete = steps.every(({ isDone }) => isDone);
      return isComplete ? undefined : { steps, offerId: facts.offerId };
    },
    /** Asks the systems that are set. @returns the steps that do not work */
    async test(): Promise<{ step: SetUpStep; problem: string }[]> {
      tests = await runTests(dependencies, http);
      isComplete = false;
      return SET_UP_STEPS.flatMap((step) => (tests[step] ? [{ step, problem: tests[step] }] : []));
    },
    close: () => http.close(),
  };
}

function isSet({ config, settings }: SetUpDependencies, facts: SetUpFacts): Record<SetUpStep, boolean> {
  return {
    payout_key: !!settings.current().bulkpeApiKey,
    mail: config.SMTP_URL !== undefined,
    // A loopback address counts once a test has reached it: the sandbox is on the same machine.
    public_address: !LOOPBACK.test(new URL(config.PUBLIC_URL).hostname),
    app_key: config.PLATFORM_API_KEY !== undefined,
    first_offer: facts.offerId !== null && facts.hasVisit,
    first_postback: facts.hasPostback,
    // An external database has backups of its own.
    backup: config.BACKUP_DIR !== undefined || config.DATABASE_URL !== undefined,
    second_admin: facts.admins > 1,
  };
}

async function runTests({ config, settings, payouts, mailer }: SetUpDependencies, http: OutboundHttp): Promise<Tests> {
  const [payout, mail, address] = await Promise.all([
    settings.current().bulkpeApiKey ? payouts.recentBalance() : undefined,
    config.SMTP_URL === undefined ? undefined : mailer.check().then(() => null, reasonOf),
    http.send({ url: `${config.PUBLIC_URL}/healthz`, method: 'GET', timeoutMs: ANSWER_WITHIN_MS }),
  ]);
  return {
    ...(payout && { payout_key: payout.known ? null : payout.error }),
    ...(mail !== undefined && { mail }),
    public_address:
      address.kind === 'answer'
        ? address.status === 200
          ? null
          : `It answered HTTP ${address.status}.`
        : LOOPBACK.test(new URL(config.PUBLIC_URL).hostname)
          ? 'Only this machine reaches the current one.'
          : address.message,
  };
}

const reasonOf = (error: unknown): string => {
  if (error instanceof AppError) return error.userMessage;
  throw error;
};
