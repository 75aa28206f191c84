export { CopyButton, CopyText } from './copy.tsx';
/** @public */
export { CutText } from './copy.tsx';
export { DataAge } from './data-age.tsx';
export { FactList, Facts, Part } from './facts.tsx';
export type { Fact } from './facts.tsx';
export { Glyph, glyphOf } from './glyph.tsx';
export { Note } from './note.tsx';
export { RequestId } from './request-id.tsx';
export { StatusBadge } from './status-badge.tsx';
export type { StatusColor, StatusLook } from './status-badge.tsx';
export { TwoLines } from './two-lines.tsx';
export { Coins, DateTime, Money } from './values.tsx';
