import { startPayoutProvider, type Wire } from '../payout-provider/index.ts';
import { startFaultProxy, type Cut } from './fault-proxy.ts';
import { judgePayouts, type Verdict } from './judge-payouts.ts';
import type { SimulationOptions } from './simulate-payouts.ts';
import { createVirtualTime } from './virtual-time.ts';

export interface CutOptions extends Pick<SimulationOptions, 'startNode' | 'apiKey'> {
  /** Distance between two cuts in bytes. 1: at every byte. */
  readonly step: number;
  /** The provider whose connection is cut. Default: Bulkpe. */
  readonly provider?: Wire | undefined;
}

export interface CutReport extends Verdict {
  readonly cuts: number;
  /** Planned cuts that no connection met. Must be 0, otherwise the test proves nothing. */
  readonly unused: number;
}

const CALLS: Readonly<Record<Wire, { readonly payment: string; readonly lookUp: string }>> = {
  bulkpe: { payment: 'POST /client/initiatepayout', lookUp: 'POST /client/fetchStatus' },
  razorpayx: { payment: 'POST /v1/payouts', lookUp: 'GET /v1/payouts' },
};
export const CUT_PROVIDERS = Object.keys(CALLS) as Wire[];
const LOOK_UPS = 8;

/**
 * Cuts the connection of payments, then of look-ups, at every `step`th byte of request and answer. Then lets everything
 * through.
 */
export async function cutPayouts({
  startNode,
  apiKey,
  step,
  provider: name = 'bulkpe',
}: CutOptions): Promise<CutReport> {
  const calls = CALLS[name];
  const time = createVirtualTime(new Date('2026-11-16T03:30:00Z'));
  const provider = await startPayoutProvider({ apiKey, now: time.now, later: time.later });
  const proxy = await startFaultProxy(provider);
  const node = await startNode({ providerUrl: proxy.url, now: time.now });
  let requested = 0;
  const request = async (count: number): Promise<string[]> => {
    await node.request(requested + 1, requested + count);
    requested += count;
    return (await node.open()).filter(({ status }) => status === 'pending').map(({ id }) => id);
  };
  try {
    // Measures the length of both conversations without a cut.
    provider.faults.set([{ fault: 'http_500', times: 1 }]);
    await node.decide(await request(1), []);
    time.advance(100_000);
    await node.tick();
    await node.decide(await request(1), []);
    const payments = everyStep(calls.payment, step, proxy.size(calls.payment));
    const lookUps = everyStep(calls.lookUp, step, proxy.size(calls.lookUp));

    proxy.plan(payments);
    await node.decide(await request(payments.length), []);
    let unused = proxy.left();

    proxy.plan([]);
    provider.faults.set([{ fault: 'http_500' }]);
    await node.decide(await request(lookUps.length), []);
    provider.faults.set([]);
    proxy.plan(lookUps);
    time.advance(100_000);
    await node.tick();
    unused += proxy.left();

    proxy.plan([]);
    for (let done = 0; done < LOOK_UPS; done += 1) {
      time.advance(1_900_000);
      await node.tick();
      // Payments that were certainly not sent may be retried.
      await node.payAgain((await node.open()).flatMap(({ id, status }) => (status === 'payment_failed' ? [id] : [])));
    }
    const { withdrawals, ledger } = await node.books();
    return {
      ...judgePayouts(provider.book.list(), withdrawals, ledger),
      cuts: payments.length + lookUps.length,
      unused,
    };
  } finally {
    await node.kill();
    await proxy.close();
    await provider.close();
  }
}

function everyStep(call: string, step: number, size: Record<Cut['direction'], number>): Cut[] {
  return (['request', 'answer'] as const).flatMap((direction) =>
    Array.from({ length: Math.ceil(size[direction] / step) }, (_, index) => ({ call, direction, at: index * step })),
  );
}
