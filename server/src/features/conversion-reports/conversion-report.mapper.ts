import { DEFAULT_COUNTRY, type ConversionDetails, type ConversionRow } from '@muneem/contract/conversion-reports';
import { rupeesFromPaise, type Paise } from '@muneem/contract/money';
import type { ConversionRecord } from './conversion-reports.repository.ts';

const rupees = (amountPaise: Paise): number => rupeesFromPaise(amountPaise);

export function toConversionRow(record: ConversionRecord): ConversionRow {
  const user =
    record.userUid === null
      ? null
      : { _id: record.userUid, name: record.userName ?? 'Unnamed User', email: record.userEmail ?? 'No Email' };
  return {
    _id: record.id,
    conversionId: record.id,
    clickId: record.clickId,
    userId: user,
    userName: user?.name ?? 'Anonymous',
    offerId: { _id: record.offerId, title: record.offerTitle },
    campName: record.offerTitle,
    event: record.eventName,
    conversionSource: record.source,
    status: record.status,
    reason: record.reason,
    userPayout: rupees(record.userPayoutPaise),
    referralPayout: rupees(record.referralPayoutPaise),
    totalPayout: rupees(record.totalPayoutPaise),
    coins: record.rewardCoins,
    paymentStatus: record.status === 'approved' && user ? 'paid' : 'unpaid',
    clickIp: record.clickIp ?? '',
    conversionIp: record.conversionIp ?? '',
    city: record.city ?? '',
    state: record.state ?? '',
    country: record.country || DEFAULT_COUNTRY,
    p1: record.p1 ?? '',
    p2: record.p2 ?? '',
    p3: record.p3 ?? '',
    p4: record.p4 ?? '',
    p5: record.p5 ?? '',
    p6: record.p6 ?? '',
    createdAt: record.createdAt.toISOString(),
    approvedAt: record.approvedAt?.toISOString() ?? null,
  };
}

export const toConversionDetails = (record: ConversionRecord): ConversionDetails => ({
  ...toConversionRow(record),
  externalData: record.externalData ?? null,
  smartPollData: record.smartPollData ?? null,
});
