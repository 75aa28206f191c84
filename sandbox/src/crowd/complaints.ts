export const COMPLAINTS = [
  {
    type: 'payment',
    title: 'My withdrawal has not arrived',
    description: 'I asked for it yesterday and the bank shows nothing yet.',
  },
  {
    type: 'offer',
    title: 'Coins are missing for an offer',
    description: 'I installed the app and opened it twice, but no coins came.',
  },
  {
    type: 'technical',
    title: 'The app closes when I open an offer',
    description: 'It happens on every offer with a video, since the last update.',
  },
  {
    type: 'offer',
    title: 'The offer says that I am not new',
    description: 'I have never used this shop before. Please check.',
  },
  {
    type: 'other',
    title: 'How do I change my UPI ID?',
    description: 'My old bank account is closed. Where can I enter the new UPI ID?',
  },
] as const;
