import { DEFAULT_COUNTRY, type ConversionDetails, type ConversionRow } from '@muneem/contract/conversion-reports';
import { rupeesFromPaise, type Paise } from '@muneem/contract/money';
import type { ConversionRecord } from './conversion-reports.repository.ts';

const rupees = (amountPaise: Paise): number => rupeesFromPaise(amountPaise);

export function toConversionRow(record: ConversionRecord): ConversionRow {
  const user =
    record.user_uid === null
      ? null
      : { _id: record.user_uid, name: record.user_name ?? 'Unnamed User', email: record.user_email ?? 'No Email' };
  return {
    _id: record.id,
    conversionId: record.id,
    clickId: record.click_id,
    userId: user,
    userName: user?.name ?? 'Anonymous',
    offerId: { _id: record.offer_id, title: record.offer_title },
    campName: record.offer_title,
    event: record.event_name,
    conversionSource: record.source,
    status: record.status,
    reason: record.reason,
    userPayout: rupees(record.user_payout_paise),
    referralPayout: rupees(record.referral_payout_paise),
    totalPayout: rupees(record.total_payout_paise),
    coins: record.reward_coins,
    paymentStatus: record.status === 'approved' && user ? 'paid' : 'unpaid',
    clickIp: record.click_ip ?? '',
    conversionIp: record.conversion_ip ?? '',
    city: record.city ?? '',
    state: record.state ?? '',
    country: record.country || DEFAULT_COUNTRY,
    p1: record.p1 ?? '',
    p2: record.p2 ?? '',
    p3: record.p3 ?? '',
    p4: record.p4 ?? '',
    p5: record.p5 ?? '',
    p6: record.p6 ?? '',
    createdAt: record.created_at.toISOString(),
    approvedAt: record.approved_at?.toISOString() ?? null,
  };
}

export const toConversionDetails = (record: ConversionRecord): ConversionDetails => ({
  ...toConversionRow(record),
  externalData: record.external_data ?? null,
  smartPollData: record.smart_poll_data ?? null,
});
