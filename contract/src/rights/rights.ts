/** The roles of administrators, in the order in which the screens name them. Owner may do everything. */
export const ROLES = ['owner', 'finance', 'offers', 'support', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  finance: 'Finance',
  offers: 'Offers',
  support: 'Support',
  auditor: 'Auditor',
};

/** One line for each role, where a role is chosen. */
export const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  owner: 'May do everything, also settings, administrators and deletion of users.',
  finance: 'Pays: withdrawals, payouts, manual payments, reports and exports.',
  offers: 'Offers, networks, postbacks, Smart Poll, offer claims and reports. Sees no withdrawals and no wallets.',
  support: 'Users, problems, evidence and offer claims. Sees the last four characters of phones and payout accounts.',
  auditor: 'Reads and exports everything, changes nothing and sees no secrets.',
};

export interface Right {
  /** The roles that have it. */
  readonly roles: readonly Role[];
  /** Completes "Your role, Support, cannot …". */
  readonly does: string;
}

const right = (does: string, ...roles: readonly Exclude<Role, 'owner'>[]): Right => ({
  does,
  roles: ['owner', ...roles],
});

/**
 * Every right of an administrator. Each route names one, which the server enforces. Screens, menus, buttons and
 * shortcuts read the same right. An owner has all of them.
 */
export const rights = {
  useAccount: right('use the back-office', 'finance', 'offers', 'support', 'auditor'),
  seeUsers: right('see users', 'finance', 'support', 'auditor'),
  exportUsers: right('export users', 'finance', 'auditor'),
  deleteUsers: right('delete users or export their personal data'),
  seeOffers: right('see offers', 'finance', 'offers', 'auditor'),
  changeOffers: right('change offers', 'offers'),
  seeNetworks: right('see networks', 'finance', 'offers', 'auditor'),
  changeNetworks: right('change networks', 'offers'),
  seePostbacks: right('see postbacks', 'offers', 'auditor'),
  changePostbacks: right('change postbacks', 'offers'),
  replayPostbacks: right('replay postbacks', 'offers'),
  seeSmartPoll: right('see smart polls', 'offers', 'auditor'),
  startSmartPoll: right('start a smart poll', 'offers'),
  seeOfferClaims: right('see offer claims', 'offers', 'support', 'auditor'),
  decideOfferClaims: right('decide offer claims', 'offers', 'support'),
  seeEvidence: right('see evidence', 'finance', 'offers', 'support', 'auditor'),
  decideContradictions: right('decide contradictions', 'finance', 'offers'),
  seeOwedCoins: right('see owed coins', 'finance', 'auditor'),
  writeOffCoins: right('write off owed coins', 'finance'),
  seeReports: right('see reports', 'finance', 'offers', 'auditor'),
  exportConversions: right('export conversions', 'finance', 'auditor'),
  seeManualPayments: right('see manual payments', 'finance', 'auditor'),
  payByHand: right('pay clicks by hand', 'finance'),
  seeWithdrawals: right('see withdrawals', 'finance', 'auditor'),
  decideWithdrawals: right('approve or reject withdrawals', 'finance'),
  switchAutoPayout: right('switch Auto Payout', 'finance'),
  seePayouts: right('see payouts', 'finance', 'auditor'),
  settlePayouts: right('settle payouts', 'finance'),
  seeBulkRuns: right('see bulk runs', 'finance', 'auditor'),
  startBulkRuns: right('start or cancel bulk runs', 'finance'),
  seeProposals: right('see what waits for a second person', 'finance', 'auditor'),
  decideProposals: right('decide what waits for a second person', 'finance'),
  seeProblems: right('see user problems', 'finance', 'support', 'auditor'),
  answerProblems: right('answer user problems', 'support'),
  seeAudit: right('see the audit log', 'auditor'),
  exportAudit: right('export the audit log', 'auditor'),
  seeAdmins: right('see administrators', 'auditor'),
  changeAdmins: right('change administrators'),
  seeSettings: right('see the settings', 'auditor'),
  changeSettings: right('change the settings'),
} as const satisfies Readonly<Record<string, Right>>;

/** @param right undefined: of a route that administrators do not call */
export const hasRight = (role: Role, right: Right | undefined): boolean => right?.roles.includes(role) === true;

/** The sentence for an administrator without a right. */
export const noRightText = (role: Role, right: Right | undefined): string =>
  `Your role, ${ROLE_NAMES[role]}, cannot ${right?.does ?? 'do this'}. Ask an owner.`;
