import type { ManualPayment, PaidClickResult, PayableClick } from '@muneem/contract/manual-payments';
import { createPostbackApp } from '#test/postbacks/postback-app.ts';

export interface Body {
  readonly success: boolean;
  readonly message: string;
  readonly code?: string;
  readonly errors?: Record<string, string>;
  readonly coins: number;
  readonly transactionId: string;
  readonly clicks: PayableClick[];
  readonly history: ManualPayment[];
  readonly total: number;
  readonly more: boolean;
  readonly summary: { totalClicks: number; successful: number; failed: number; totalCoins: number };
  readonly results: PaidClickResult[];
}

/** The real app with one offer of 250 coins (install earns 100, deposit 12) and helpers for manual payments. */
export async function createManualPaymentsApp() {
  const app = await createPostbackApp({}, { now: '2026-11-21T06:00:00.000Z' });
  const offerId = await app.createOffer({ title: 'Rummy Stars', coins: 250 });
  let users = 0;
  return {
    ...app,
    offerId,
    pay: (body: object) => app.call<Body>('POST', '/api/mark-click-paid', body),
    payBulk: (clicks: object[]) => app.call<Body>('POST', '/api/mark-clicks-paid-bulk', { clicks }),
    find: (query: Record<string, string>) =>
      app.must<Body>('GET', `/api/clicks?${new URLSearchParams(query).toString()}`),
    /** Makes a click of a new user. */
    async visit(more: Record<string, string> = {}, offer = offerId) {
      const uid = `visitor-${(users += 1)}`;
      await app.createUser(uid, { name: `Visitor ${users}`, email: `${uid}@example.com` });
      return { uid, clickId: await app.click(offer, uid, more) };
    },
    /** The number of offers that a user has completed. */
    async completed(uid: string): Promise<number> {
      const rows = await app.rows(
        'select 1 from offer_completions c join users u on u.id = c.user_id where u.uid = $1',
        [uid],
      );
      return rows.length;
    },
  };
}

export const idsOf = ({ clicks }: Pick<Body, 'clicks'>): string[] => clicks.map(({ clickId }) => clickId);
