import type { EvidenceClick, EvidenceEntry } from '@muneem/contract/evidence';
import { describe, expect, it } from 'vitest';
import { whyPaid } from './why.ts';

const click: EvidenceClick = {
  clickId: '01KAJ1Y6W3X8Q5R7T9V2B4N6M8',
  createdAt: '2026-11-21T06:00:00.000Z',
  status: 'clicked',
  offerId: 'o',
  offerTitle: 'Rummy',
  uid: 'asha',
  userName: 'Asha',
  earnedCoins: 0,
  owedCoins: 0,
  logSince: null,
};
const at = '2026-11-21T06:00:00.000Z';
const postback = (verdict: string) => ({ kind: 'postback', at, verdict }) as unknown as EvidenceEntry;
const conversion = (more: object) =>
  ({ kind: 'conversion', at, event: 'install', reason: null, ...more }) as unknown as EvidenceEntry;
const reversal = {
  kind: 'reversal',
  at,
  event: 'install',
  reason: 'Reversed by the network (reversed=1).',
  claim: null,
} as unknown as EvidenceEntry;

describe('the answer to "why was I not paid?"', () => {
  it('names the paid amount and the unpaid event', () => {
    expect(whyPaid({ ...click, earnedCoins: 100 }, [conversion({ status: 'approved' })])).toMatchObject({
      color: 'green',
      headline: 'Paid 100 coins',
    });
    const capped = conversion({
      status: 'cutbacked',
      event: 'deposit',
      reason: 'The daily cap of the event was reached.',
    });
    expect(whyPaid({ ...click, earnedCoins: 100 }, [capped]).text).toContain('deposit was not paid: The daily cap');
  });

  it('names an open contradiction of the network before the paid amount', () => {
    const said = 'The network has not approved the event yet (status=hold).';
    const contradiction = (decision: string | null) =>
      ({ kind: 'contradiction', at, event: 'install', said, decision }) as unknown as EvidenceEntry;
    expect(whyPaid({ ...click, earnedCoins: 100 }, [contradiction(null)])).toMatchObject({
      color: 'red',
      headline: 'Paid 100 coins, and the network contradicts it',
      text: expect.stringContaining(said),
    });
    expect(whyPaid({ ...click, earnedCoins: 100 }, [contradiction('dismissed')]).headline).toBe('Paid 100 coins');
  });

  it('prefers the conversion’s reason to a rejected postback, else uses the last rejection', () => {
    const waiting = conversion({ status: 'pending', reason: 'The offer was not active.' });
    expect(whyPaid(click, [postback('bad_token'), waiting])).toMatchObject({
      headline: 'Not paid yet: pending',
      text: 'The offer was not active.',
    });
    const refused = whyPaid(click, [postback('bad_token'), postback('event_unknown')]);
    expect(refused).toMatchObject({ color: 'red', headline: 'Not paid: unknown event' });
    expect(refused.text).toContain('replay the postback');
  });

  it('names the approved claim that paid the offer before other reasons', () => {
    const claim = { kind: 'claim', at, coins: 250, by: 'boss@example.com' } as unknown as EvidenceEntry;
    const late = conversion({ status: 'approved', reason: 'The offer was already paid by an approved claim.' });
    expect(whyPaid(click, [claim, late])).toMatchObject({
      color: 'green',
      headline: 'Paid by an approved claim: 250 coins',
      text: expect.stringContaining('boss@example.com approved'),
    });
    expect(whyPaid({ ...click, earnedCoins: 100 }, [claim]).text).toContain(
      'An approved claim credited 250 coins more.',
    );
  });

  it('reports a reversal of an offer that an approved claim paid', () => {
    const claim = {
      kind: 'claim',
      at,
      claimId: 'clm_1',
      coins: 250,
      by: 'boss@example.com',
    } as unknown as EvidenceEntry;
    expect(whyPaid(click, [claim, reversal])).toMatchObject({
      color: 'yellow',
      headline: 'Paid by an approved claim: 250 coins, and install was reversed',
    });
  });

  it('distinguishes a reversal, an outstanding reversal and a missing postback', () => {
    expect(whyPaid(click, [conversion({ status: 'rejected' }), reversal]).headline).toBe('Not paid: reversed');
    expect(whyPaid({ ...click, owedCoins: 30 }, [reversal])).toMatchObject({
      color: 'red',
      headline: '30 coins outstanding',
    });
    expect(whyPaid(click, []).headline).toBe('Not paid: no postback');
    // Its postbacks may be in the archive.
    expect(whyPaid({ ...click, logSince: at }, []).headline).toBe('Not paid: no conversion');
  });
});
