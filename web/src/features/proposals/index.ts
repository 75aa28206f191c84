export { LimitNote, useIsSecondPersonInUse } from './limit-note.tsx';
export type { Payments } from './limit-text.ts';
export { waitsForSecondPerson } from './waits-for-second-person.ts';
