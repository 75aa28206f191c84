import { setTimeout as wait } from 'node:timers/promises';
import { startPayoutProvider, type FaultRule, type PayoutProvider } from '../payout-provider/index.ts';
import { judgePayouts, type StoredLedger, type StoredWithdrawal, type Verdict } from './judge-payouts.ts';
import { createVirtualTime, seededRandom, type VirtualTime } from './virtual-time.ts';

/** One process of the product on a database that outlives it. Every call rejects when the process is killed. */
export interface SimulatedNode {
  /** Creates users `from` to `to`, each with coins and one pending withdrawal to its own UPI ID. */
  request(from: number, to: number): Promise<void>;
  /** Approves and rejects concurrently, and skips withdrawals that are already decided. */
  decide(approve: readonly string[], reject: readonly string[]): Promise<void>;
  /** Retries failed payments. */
  payAgain(ids: readonly string[]): Promise<void>;
  returnCoins(ids: readonly string[]): Promise<void>;
  /** Runs the background work that is due now. */
  tick(): Promise<void>;
  hint(webhook: object, signature: string | undefined): Promise<void>;
  /** Undecided withdrawals. */
  undecided(ids: readonly string[]): Promise<readonly string[]>;
  /** Every withdrawal that is not completed or rejected. */
  open(): Promise<readonly StoredWithdrawal[]>;
  books(): Promise<{ readonly withdrawals: readonly StoredWithdrawal[]; readonly ledger: StoredLedger }>;
  /** Ends the process like a power cut. */
  kill(): Promise<void>;
}

export interface SimulationOptions {
  readonly withdrawals: number;
  readonly seed: number;
  readonly startNode: (world: { readonly providerUrl: string; readonly now: () => Date }) => Promise<SimulatedNode>;
  readonly apiKey: string;
  /** Maximum decisions before a process is killed. Default 200. */
  readonly killEvery?: number;
  readonly progress?: (text: string) => void;
}

export interface SimulationReport extends Verdict {
  readonly kills: number;
  /** Calls that the provider answered wrongly, late or not at all. */
  readonly faults: number;
  readonly simulatedHours: number;
  readonly webhooks: { readonly delivered: number; readonly failed: number };
  readonly transfers: number;
}

/**
 * 10 % of the calls are booked and never answered. 10 % get a 5xx, half of these after booking. Other faults are rare.
 */
const FAULTS: readonly FaultRule[] = [
  { fault: 'timeout', share: 0.1 },
  { fault: 'http_500', share: 0.055 },
  { fault: 'http_503', share: 0.06 },
  { fault: 'pending', share: 0.12, delayMs: 20 * 60_000 },
  { fault: 'pending_then_failed', share: 0.04, delayMs: 40 * 60_000 },
  { fault: 'paid_then_reversed', share: 0.01, delayMs: 60 * 60_000 },
  // The provider changes its mind twice, and returns no money.
  { fault: 'paid_failed_paid', share: 0.02, delayMs: 30 * 60_000 },
  { fault: 'failed', share: 0.03 },
  // The provider pays a transfer that it called failed, before a person decides again.
  { fault: 'failed_then_paid', share: 0.02, delayMs: 4 * 60_000 },
  { fault: 'in_process_400', share: 0.01 },
  { fault: 'refuse', share: 0.02 },
  { fault: 'cut_midway', share: 0.01 },
  { fault: 'cut_before', share: 0.01 },
  { fault: 'html_200', share: 0.01 },
  { fault: 'unknown_status', share: 0.01 },
  { fault: 'other_amount', share: 0.005 },
  { fault: 'null_reference', share: 0.01 },
  { fault: 'control_characters', share: 0.01 },
  { fault: 'nul_bytes', share: 0.01 },
  { fault: 'timeout', call: 'fetchStatus', share: 0.1 },
  { fault: 'http_503', call: 'fetchStatus', share: 0.1 },
  { fault: 'html_200', call: 'fetchStatus', share: 0.02 },
  { fault: 'unknown_status', call: 'fetchStatus', share: 0.01 },
  { fault: 'null_reference', call: 'fetchStatus', share: 0.02 },
  { fault: 'control_characters', call: 'fetchStatus', share: 0.02 },
  { fault: 'nul_bytes', call: 'fetchStatus', share: 0.01 },
  { fault: 'odd_row', call: 'accountStatement', share: 0.3 },
  { fault: 'http_503', call: 'transactions', share: 0.1 },
];

const HOUR_MS = 3_600_000;
const LIMIT_MS = 24 * HOUR_MS;
const REQUESTS_AT_ONCE = 500;
const FIRST_WAVE_MS = 3_000;
const QUIET_STEPS = 12;

/** Simulates a day of payouts with a faulty provider and repeated kills of the product. */
export async function simulatePayouts(options: SimulationOptions): Promise<SimulationReport> {
  const time = createVirtualTime(new Date('2026-11-16T03:30:00Z'));
  const random = seededRandom(options.seed);
  let deliver: (body: object, signature: string | undefined) => Promise<boolean> = async () => false;
  const provider = await startPayoutProvider({
    apiKey: options.apiKey,
    openingBalanceRupees: 1_000_000_000,
    random,
    now: time.now,
    later: time.later,
    deliver: (_url, body, headers) => deliver(body, Object.values(headers)[0]),
    webhooks: { url: 'simulated', copies: 2, copiesShare: 0.2, reordered: true, reorderedShare: 0.2, delayMs: 1_000 },
  });
  const world = new World(options, time, random, provider);
  deliver = (body, signature) => world.deliver(body, signature);
  try {
    return await world.run();
  } finally {
    await world.close();
    await provider.close();
  }
}

class World {
  private readonly options: SimulationOptions;
  private readonly time: VirtualTime;
  private readonly random: () => number;
  private readonly provider: PayoutProvider;
  private readonly startedAt: number;
  private node: SimulatedNode | undefined;
  private kills = 0;
  private readonly hints = new Set<Promise<unknown>>();

  constructor(options: SimulationOptions, time: VirtualTime, random: () => number, provider: PayoutProvider) {
    this.options = options;
    this.time = time;
    this.random = random;
    this.provider = provider;
    this.startedAt = time.now().getTime();
  }

  async run(): Promise<SimulationReport> {
    const { withdrawals, progress } = this.options;
    for (let from = 1; from <= withdrawals; from += REQUESTS_AT_ONCE)
      await (await this.alive()).request(from, Math.min(withdrawals, from + REQUESTS_AT_ONCE - 1));
    this.provider.faults.set(FAULTS);
    const waiting = (await (await this.alive()).open()).map(({ id }) => id);
    await this.decideAll(waiting);
    // Ends after a quiet period: the last reported payment may still need a look-up.
    for (let quiet = 0; quiet < QUIET_STEPS && this.elapsedMs() < LIMIT_MS;) {
      const open = await this.decisionStep();
      quiet = open === 0 && this.time.waiting() === 0 ? quiet + 1 : 0;
      progress?.(`${(this.elapsedMs() / HOUR_MS).toFixed(1)} h: ${open} neither settled nor on the attention list`);
    }
    const { withdrawals: stored, ledger } = await (await this.alive()).books();
    return {
      ...judgePayouts(this.provider.book.list(), stored, ledger),
      kills: this.kills,
      faults: this.provider.faults.taken(),
      simulatedHours: this.elapsedMs() / HOUR_MS,
      webhooks: this.provider.webhooks.sent(),
      transfers: this.provider.book.list().length,
    };
  }

  /** Decides in waves of `killEvery`. A kill ends each wave, and its undecided withdrawals join the next wave. */
  private async decideAll(ids: readonly string[]): Promise<void> {
    const { killEvery = 200, progress } = this.options;
    let waiting = ids;
    let waveMs = FIRST_WAVE_MS;
    while (waiting.length > 0) {
      const wave = waiting.slice(0, killEvery);
      // Some are rejected only, some are approved and rejected concurrently.
      const reject = new Set(wave.filter(() => this.random() < 0.05));
      const approve = wave.filter((id) => !reject.has(id) || this.random() < 0.5);
      const node = await this.alive();
      const startedAt = performance.now();
      const work = node.decide(approve, [...reject]).catch(() => undefined);
      await Promise.race([work, wait(this.random() * waveMs)]);
      await this.kill();
      await work;
      const left = await (await this.alive()).undecided(wave);
      const decided = wave.length - left.length;
      if (decided > 0) waveMs = (waveMs + ((performance.now() - startedAt) / decided) * wave.length) / 2;
      waiting = [...left, ...waiting.slice(wave.length)];
      this.time.advance(45_000);
      await this.tick();
      progress?.(`${ids.length - waiting.length} of ${ids.length} decided, ${this.kills} times killed`);
    }
  }

  /**
   * Advances the time. A person decides pending and failed withdrawals. @returns how many are neither settled nor on
   * the attention list
   */
  private async decisionStep(): Promise<number> {
    this.time.advance(5 * 60_000);
    await this.tick();
    const node = await this.alive();
    const open = await node.open();
    const failed = open.filter(({ status }) => status === 'payment_failed').map(({ id }) => id);
    const again = failed.filter(() => this.random() < 0.7);
    await node.payAgain(again);
    await node.returnCoins(failed.filter((id) => !again.includes(id)));
    await node.decide(
      open.filter(({ status }) => status === 'pending').map(({ id }) => id),
      [],
    );
    return (await node.open()).filter(({ named, status }) => !named && status !== 'payment_failed').length;
  }

  private async tick(): Promise<void> {
    await Promise.all(this.hints);
    await (await this.alive()).tick();
  }

  /** While the process is down a webhook fails, and the provider sends it again. */
  async deliver(body: object, signature: string | undefined): Promise<boolean> {
    if (this.node === undefined) return false;
    const hint = this.node.hint(body, signature).then(
      () => true,
      () => false,
    );
    this.hints.add(hint);
    void hint.finally(() => this.hints.delete(hint));
    return hint;
  }

  private async alive(): Promise<SimulatedNode> {
    this.node ??= await this.options.startNode({ providerUrl: this.provider.url, now: this.time.now });
    return this.node;
  }

  private async kill(): Promise<void> {
    await this.node?.kill();
    this.node = undefined;
    this.kills += 1;
  }

  private elapsedMs(): number {
    return this.time.now().getTime() - this.startedAt;
  }

  async close(): Promise<void> {
    await this.node?.kill();
  }
}
