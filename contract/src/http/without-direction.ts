const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Removes the characters that set the direction of a text. In a user's name they would show the sentence around it, its
 * amount and its destination reversed.
 */
export const withoutDirection = (text: string): string => text.replaceAll(DIRECTION, '');
