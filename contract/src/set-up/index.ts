export { SET_UP_STEPS, setUpState } from './set-up.ts';
export type { SetUpState, SetUpStep } from './set-up.ts';
export { dismissSetUp, testSetUp } from './set-up.api.ts';
