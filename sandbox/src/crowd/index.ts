export { followTrackingLink, startCrowd, type Crowd } from './crowd.ts';
export { makePerson } from './people.ts';
