import type { NetworkDialect } from './network-dialect.ts';

export interface ReadyDialect {
  readonly name: string;
  readonly payoutParam: string;
  readonly dialect: NetworkDialect;
}

const ready = (
  name: string,
  payoutParam: string,
  dialect: Partial<NetworkDialect> & Pick<NetworkDialect, 'statusParam'>,
): ReadyDialect => ({
  name,
  payoutParam,
  dialect: { clickIdParam: '', approve: [], pending: [], reverse: [], ...dialect },
});

/**
 * Dialects of well-known walls by their documentation of 2026. The names of parameters are those of the examples there:
 * an admin who uses others in the postback URL changes them here.
 */
export const READY_DIALECTS: readonly ReadyDialect[] = [
  ready('2 is a chargeback (Monlix, Revtoo, AdOffers)', 'payout', {
    statusParam: 'status',
    approve: ['1'],
    reverse: ['2'],
  }),
  ready('2 and -1 are chargebacks', 'payout', { statusParam: 'status', approve: ['1'], reverse: ['2', '-1'] }),
  ready('credited or rejected, earlier 1 or 2 (Wannads)', 'payout', {
    statusParam: 'status',
    approve: ['credited', '1'],
    reverse: ['rejected', '2'],
  }),
  ready('is_chargeback is 1 (ayeT-Studios)', 'payout_usd', {
    statusParam: 'is_chargeback',
    approve: ['0'],
    reverse: ['1'],
  }),
  ready('approved, pending or rejected (AdGate, Prodege)', 'usd_value', {
    statusParam: 'state',
    approve: ['approved'],
    pending: ['pending'],
    reverse: ['rejected'],
  }),
];
