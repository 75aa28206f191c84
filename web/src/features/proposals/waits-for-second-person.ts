/** True if this is why a withdrawal waits. Its proposal is in the list at `/second-person`. */
export const waitsForSecondPerson = (waitsBecause: string | null): waitsBecause is string =>
  waitsBecause?.startsWith('Waiting for a second person') === true;
