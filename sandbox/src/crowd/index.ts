export { AD_NETWORK_ADDRESS, addressOfVisit, NETWORKS } from './addresses.ts';
export { COMPLAINTS } from './complaints.ts';
export { followTrackingLink, startCrowd, type Crowd } from './crowd.ts';
export { DEMO_UIDS, makePerson, numberOfPerson } from './people.ts';
