/** A user as the list answers them who gave nothing but a name. */
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
