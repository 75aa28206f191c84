/** A listed user who has only a name. */
export const listedUser = (uid: string, name: string) => ({
  uid,
  name,
  email: 'No Email',
  phone: 'N/A',
  gender: 'Not specified',
  coins: 0,
  createdAt: '2026-11-01T06:30:00.000Z',
  completedOffers: [],
  completedCount: 0,
  referralCode: null,
  usedReferralCode: null,
});
