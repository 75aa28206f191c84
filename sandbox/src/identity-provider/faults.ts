/** The ways in which the provider can misbehave, for its page and for tests. */
export const PROVIDER_FAULTS = {
  wrong_nonce: 'the token answers another sign-in',
  other_issuer: 'the token names another issuer',
  other_audience: 'the token is for another application',
  foreign_key: 'the token is signed with a key that is not published',
  slightly_ahead: 'its clock is 40 seconds ahead',
  clock_ahead: 'its clock is an hour ahead',
  clock_behind: 'its clock is two hours behind',
  down: 'it does not answer',
} as const;

export type ProviderFault = keyof typeof PROVIDER_FAULTS;

type Claims = Readonly<Record<string, unknown>>;

const moved = (claims: Claims, seconds: number): Claims => ({
  ...claims,
  iat: Number(claims['iat']) + seconds,
  exp: Number(claims['exp']) + seconds,
});

const CHANGES: Readonly<Partial<Record<ProviderFault, (claims: Claims) => Claims>>> = {
  wrong_nonce: (claims) => ({ ...claims, nonce: 'the-nonce-of-another-sign-in' }),
  other_issuer: (claims) => ({ ...claims, iss: 'https://login.other.example' }),
  other_audience: (claims) => ({ ...claims, aud: 'another-application' }),
  slightly_ahead: (claims) => moved(claims, 40),
  clock_ahead: (claims) => moved(claims, 3_600),
  clock_behind: (claims) => moved(claims, -7_200),
};

/** Returns the claims of a token as the provider with this fault writes them. */
export const claimsWithFault = (claims: Claims, fault: ProviderFault | undefined): Claims =>
  (fault === undefined ? undefined : CHANGES[fault])?.(claims) ?? claims;
